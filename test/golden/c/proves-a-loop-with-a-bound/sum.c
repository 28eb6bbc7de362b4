extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
static unsigned sum(unsigned n) { return n == 0 ? 0 : n + sum(n - 1); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 20;
  if (sum(n) != n * (n + 1) / 2) reach_error();
  return 0;
}
