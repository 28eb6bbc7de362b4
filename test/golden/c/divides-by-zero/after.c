extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int n = __VERIFIER_nondet_int() & 1;
  int m = 7 / (n - n);
  if (m == 3) reach_error();
  return 0;
}
