/* use of 'x' after its scope ended */
int main(void) {
  int *p = 0;
  while (1) {
    int x = 1;
    if (p) break;
    p = &x;
    continue;
  }
  return *p;
}
