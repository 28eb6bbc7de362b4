void reach_error(void) {}
int x;
int main(void) {
  x = 3;
  if (x != 3) reach_error();
  return 0;
}
