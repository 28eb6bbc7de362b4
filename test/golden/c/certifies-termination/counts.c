extern int __VERIFIER_nondet_int(void);
int total;

int sum(int n) {
  if (n <= 0) return 0;
  return n + sum(n - 1);
}

int main(void) {
  int limit = __VERIFIER_nondet_int();
  for (int i = 0; i < limit; i++)
    for (int k = i; k > 0; k /= 2) total += sum(k);
  return total;
}
