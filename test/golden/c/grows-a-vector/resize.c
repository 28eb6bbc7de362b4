#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = calloc(4, sizeof *p);
  p = reallocarray(p, 8, sizeof *p);
  assert(p[0] == 0 && p[3] == 0);
#ifdef NEW_PART
  assert(p[4] == 0);
#endif
  int *first = p;
  *first = 1;
  p = realloc(p, 2 * sizeof *p);
  assert(p[0] == 1);
#ifdef OLD_BLOCK
  assert(*first == 1);
#endif
#ifdef AGAIN
  p = realloc(p, 4 * sizeof *p);
  assert(p[0] == 1 && p[1] == 0);
#endif
  p = realloc(p, 0);
  assert(p == NULL);
  void *q;
  assert(posix_memalign(&q, 64, 100) == 0);
  q = realloc(q, 200);
  free(q);
  free(aligned_alloc(64, 128));
  return 0;
}
