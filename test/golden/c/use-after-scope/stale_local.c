/* use of 'x' after its scope ended */
void reach_error(void) {}
int main(void) {
  int *p = 0;
  int i;
  for (i = 0; i < 2; i++) {
    int x = i;
    if (i == 1 && *p != 1) reach_error();
    p = &x;
  }
  return 0;
}
