#include <assert.h>
#include <stdlib.h>
void fill(int *);
void step(void);
int main(void) {
  int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
  *p = 1;
  *q = 2;
  fill(p);
  step();
  assert(*q == 2);
#ifdef FILLED
  assert(*p == 1);
#endif
  return 0;
}
