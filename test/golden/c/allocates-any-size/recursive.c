#include <assert.h>

int nondet(void);

static int sum(int n) {
  if (n == 0) return 0;
  int a[n];
  a[n - 1] = n;
  int rest = sum(n - 1);
  return rest + a[n - 1];
}

int main(void) {
  int n = nondet();
  if (n < 0 || n > 4) return 0;
#ifdef WRONG
  assert(sum(n) != 6);
#else
  assert(sum(n) == n * (n + 1) / 2);
#endif
  return 0;
}
