/* use of 'x' after its scope ended */
void __VERIFIER_assert(int);
int main(void) {
  int *p = 0;
  while (1) {
    int x = 1;
    if (p) break;
    p = &x;
    continue;
  }
  __VERIFIER_assert(*p);
  return 0;
}
