void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);

int held;

int acquire(int wanted) {
  if (wanted == 0) return 0;
  if (held == 1) reach_error();
  held = 1;
  return wanted;
}

int down(int n) {
  if (n <= 0) return 0;
  return down(n - 1);
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    int got = acquire(__VERIFIER_nondet_int());
    if (got != 0) held = 1;
  }
  if (down(5) != 0) reach_error();
  return 0;
}
