#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(4);
  uintptr_t was = (uintptr_t)p;
  free(p);
  int *q = malloc(4);
  assert(was != (uintptr_t)q);
}
