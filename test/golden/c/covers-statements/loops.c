extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
  for (;;) {
    x = __VERIFIER_nondet_int();
    if (x > 100 && x < 50) x = 2; else x = 3;
    while (1) {
      return x;
    }
  }
}
