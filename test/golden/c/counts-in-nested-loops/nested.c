extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  while (n > 0 && m > 0) {
    if (__VERIFIER_nondet_int()) {
      n--;
      m = __VERIFIER_nondet_int();
    } else {
      m--;
    }
    for (int i = n; i != 100; i++) continue;
  }
  return 0;
}
