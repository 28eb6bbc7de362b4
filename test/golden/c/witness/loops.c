extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static int count, limit = 7;
int run(int n) {
  int left = n;
  while (left > 0) {
    left--;
    count++;
    for (signed char k = 3; k >= -2; k--) {
      if (__VERIFIER_nondet_int()) return 1;
    }
    if (count >= limit) count = 0;
  }
  return 0;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 5) return 0;
  _Bool b = 1;
  unsigned u = 0;
  while (u < 9 && b) u += 3;
  run(n);
  if (count > limit || u > 9) reach_error();
  return 0;
}
