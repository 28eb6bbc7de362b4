#include <assert.h>
#include <stdlib.h>

unsigned nondet(void);

int main(void) {
  unsigned n = nondet();
  unsigned i = nondet();
  if (n > 1000000) return 0;
#ifdef BEYOND
  if (i > n) return 0;
#else
  if (i >= n) return 0;
#endif
  int *p = malloc(n * sizeof *p);
  int *q = calloc(n, sizeof *q);
  p[i] = 1;
  assert(q[i] == 0);
  q[i] = 2;
#ifdef WRONG
  assert(p[i] == 2);
#else
  assert(p[i] == 1);
#endif
  free(p);
  return 0;
}
