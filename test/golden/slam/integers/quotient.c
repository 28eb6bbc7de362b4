extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < 0 || b <= 0) return 0;
  int q = a / b, r = a % b;
  if (q * b + r != a) reach_error();
  return 0;
}
