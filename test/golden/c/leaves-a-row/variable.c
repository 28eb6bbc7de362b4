extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  if (n < 2 || n > 3 || j < 0) return 0;
  int a[2][n];
  a[0][0] = 0;
  if (j < n + MORE) a[0][j] = 1;
  return 0;
}
