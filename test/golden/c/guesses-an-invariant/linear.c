extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0, sum = 0;
  while (i < n) {
    i++;
    sum += 2;
  }
  if (n > 0 && i != n) reach_error();
  if (sum != 2 * i) reach_error();
  return 0;
}
