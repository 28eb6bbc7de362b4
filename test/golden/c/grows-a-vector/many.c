#include <assert.h>
#include <stdlib.h>

int nondet(void);

int main(void) {
  int *kept = NULL;
  for (int i = 0; i < 60; i++) {
    int *p = NULL;
    for (int n = 1; n <= 3; n++) {
      p = realloc(p, n * sizeof *p);
      p[n - 1] = i + n;
    }
    assert(p[0] == i + 1 && p[2] == i + 3);
#ifdef KEPT
    if (kept) assert(kept[0] == i);
    kept = p;
#endif
    free(p);
  }
  return 0;
}
