/* use of 'x' after its scope ended */
void __VERIFIER_assert(int);
int main(void) {
  int *p = 0;
  do {
    int x;
    if (p) __VERIFIER_assert(*p == 1);
    p = &x;
  } while (1);
}
