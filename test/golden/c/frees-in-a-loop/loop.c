#include <assert.h>
#include <stdlib.h>

int nondet(void);
int *old;

int main(void) {
  int sum = 0;
#ifdef FOREVER
  while (nondet()) {
#else
  for (int i = 0; i < 500; i++) {
#endif
    int *p = malloc(sizeof *p);
    int *q = calloc(1, sizeof *q);
    *p = 1;
    assert(*q == 0);
#ifdef USED
    if (old) *old = 2;
    assert(*p == 1);
    old = p;
#endif
#ifdef NEW
    free(p);
    p = malloc(sizeof *p);
#endif
    sum = *p;
    *q = 3;
    free(p);
    free(q);
  }
  assert(sum == 1 || sum == 0);
  return 0;
}
