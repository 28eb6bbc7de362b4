void reach_error(void) {}
int depth = 0;
int main(void) {
  depth = depth + 1;
  if (depth == 2) reach_error();
  main();
  return 0;
}
