extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static int count(int n) {
  if (n <= 0) return 0;
  return 1 + count(n - 1);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n >= 0 && count(n) != n) reach_error();
  return 0;
}
