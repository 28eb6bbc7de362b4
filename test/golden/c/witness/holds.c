extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
#ifdef BOUNDED
int deep(int n) { return n > 0 ? deep(n - 1) : 1; }
#endif
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), sum = 0;
  if (n > 100) return 0;
  for (unsigned i = 1; i <= n; i++) sum += i;
#ifdef BOUNDED
  n = deep(3);
#endif
  if (sum != n * (n + 1) / 2) reach_error();
  return 0;
}
