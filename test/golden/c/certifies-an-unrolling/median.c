#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { SIZE = 3 };

static void sort(int *a, int n) {
  for (int i = 1; i < n; i++)
    for (int k = i; k > 0 && a[k] < a[k - 1]; k--) {
      int old = a[k];
      a[k] = a[k - 1];
      a[k - 1] = old;
    }
}

int main(void) {
  int a[SIZE];
  for (int i = 0; i < SIZE; i++) a[i] = __VERIFIER_nondet_int();
  sort(a, SIZE);
  for (int i = 1; i < SIZE; i++) assert(a[i - 1] <= a[i]);
  return 0;
}
