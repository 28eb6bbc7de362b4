#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  int *a = malloc(sizeof *a);
#ifdef CAREFUL
  if (a == NULL) return 1;
#endif
  *a = 1;
#ifdef GROW
  int *b = realloc(a, 2 * sizeof *b);
  if (b == NULL) {
    assert(*a == 1);
    free(a);
    return 1;
  }
  assert(b[0] == 1);
  a = b;
#endif
#ifdef ALIGN
  void *c = a;
  if (posix_memalign(&c, 16, 4) != 0) {
    assert(c == a);
    free(a);
    return 1;
  }
  assert(c != a && c != NULL);
  free(c);
#endif
#ifdef COPY
  char *d = strdup("x");
  assert(d == NULL || d[0] == 'x');
  assert(d != NULL);
#endif
  free(a);
  return 0;
}
