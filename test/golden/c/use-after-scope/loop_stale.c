/* use of 'x' after its scope ended */
void reach_error(void) {}
int main(void) {
  int *p = 0;
  for (;;) {
    int x = 1;
    if (p) {
      if (*p != 1) reach_error();
      return 0;
    }
    p = &x;
  }
}
