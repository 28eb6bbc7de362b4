// Nothing is unknown where no run computes.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  float x = n == 7 ? 0.5f : 1.5f;
  if (n != n) x = x * x;
  if (n == 7 && x != 0.5f) reach_error();
  return 0;
}
