extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), sum = 0;
  if (n > 100) return 0;
  for (unsigned i = 1; i <= n; i++) sum += i;
  if (sum != n * (n + 1) / 2) reach_error();
  return 0;
}
