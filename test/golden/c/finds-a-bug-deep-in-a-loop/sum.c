extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  int n = __VERIFIER_nondet_int(), key = __VERIFIER_nondet_int(), sum = 0;
  if (n < 0 || n > 1000) return 0;
  for (int i = 0; i < n; i++) sum += i;
  if (sum == 4950 && key == 123456789) reach_error();
  return 0;
}
