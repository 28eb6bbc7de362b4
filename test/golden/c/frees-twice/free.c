#include <stdlib.h>

static void release(char *p) {
  free(p);
}

int main(void) {
  char *p = malloc(4);
#ifdef TWICE
  release(p);
  free(p);
#endif
#ifdef MIDDLE
  free(p + 1);
#endif
#ifdef LOCAL
  free(&p);
#endif
#ifdef USE
  release(p);
  return p[2];
#endif
  return 0;
}
