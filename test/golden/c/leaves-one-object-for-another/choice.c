extern int __VERIFIER_nondet_int(void);
int a[4], b[4];
int main(void) {
  b[2] = 7;
  int *p = __VERIFIER_nondet_int() ? a : b;
  if (p == a) p[6] = 1;
  return 0;
}
