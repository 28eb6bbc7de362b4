void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);
int f(int n, int *out) {
  int loc = n * 2;
  if (n <= 0) return 0;
  int sub;
  f(n - 1, &sub);
  return loc;
}
int main(void) {
  int r;
  int n = __VERIFIER_nondet_int() & 3;
  if (f(n, &r) != 2 * n) reach_error();
  return 0;
}
