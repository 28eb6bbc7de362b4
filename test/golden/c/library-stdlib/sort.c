#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
#ifdef SUBTRACTS
  return x - y;
#else
  return (x > y) - (x < y);
#endif
}
int main(void) {
  int a[3];
  for (int i = 0; i < 3; i++) a[i] = __VERIFIER_nondet_int();
  qsort(a, 3, sizeof *a, compare);
  assert(a[0] <= a[1] && a[1] <= a[2]);
  int key = a[1];
  int *found = bsearch(&key, a, 3, sizeof *a, compare);
  assert(found && *found == key);
  return 0;
}
