#include <assert.h>
#include <stdlib.h>
static void end(void) { assert(0); }
static void fine(void) {}
int main(void) {
  atexit(end);
  for (int i = 0; i < 3; ++i) atexit(fine);
#ifdef MORE
  for (int i = 0; i < 3; ++i) atexit(fine);
#endif
  return 0;
}
