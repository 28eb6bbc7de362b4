/* violated */
void reach_error(void) {}
int main(void) {
  int *p = (int[]){1, 2};
  if (p[1] == 2) reach_error();
  return 0;
}
