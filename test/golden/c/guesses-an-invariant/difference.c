extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x < 0 || y < 1) return 0;
  while (x >= y) x = x - y;
  return y - x;
}
