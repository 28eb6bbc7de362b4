extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int x, y;
int sum[2];
/* y is the local one here, and of two k nobody knows which. */
int count(int n) {
  int y = n;
  while (__VERIFIER_nondet_int()) {
    int k = n;
    if (y != n) reach_error();
    if (k != n) reach_error();
    if (sum[0] != x) reach_error();
  }
  {
    int k = 1;
    y += k;
  }
  if (n > 3) return 0;
  return count(n + 1) - n;
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b;
  b = a + 1;
  x = 4;
  sum[0] = x;
  while (__VERIFIER_nondet_int()) {
    a = a + 2;
    b = b + 2;
    if (b != a + 1) reach_error();
  }
  y = 3;
  count(y);
  return 0;
}
