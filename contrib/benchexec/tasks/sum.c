// The sum of the first five numbers at most.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int sum = 0;
  if (n < 0 || n > 5) return 0;
  for (int i = 1; i <= n; ++i) sum += i;
  if (2 * sum != n * (n + 1)) reach_error();
  return 0;
}
