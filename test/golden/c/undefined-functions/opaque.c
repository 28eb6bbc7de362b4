#include <assert.h>
#include <stdlib.h>
struct handle;
void keep(struct handle *);
struct handle *kept(void);
int main(void) {
  struct handle *h = malloc(4);
  keep(h);
  assert(kept() != h);
}
