#include <assert.h>
#include <stdlib.h>
void keep(unsigned long *);
void run(void);
static int x;
int main(void) {
  unsigned long *h = malloc(sizeof *h);
  *h = 0;
  keep(h);
  *h = (unsigned long)&x;
  run();
  assert(x == 0);
}
