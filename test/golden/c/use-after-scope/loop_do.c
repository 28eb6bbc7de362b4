/* use of 'x' after its scope ended */
int main(void) {
  int *p = 0;
  do {
    int x;
    if (p) *p = 1;
    p = &x;
  } while (1);
}
