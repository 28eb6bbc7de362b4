// What runs before main and after it, in which order.
#include <assert.h>
#include <stdlib.h>

int order;
static void note(int step) { order = order * 10 + step; }

__attribute__((constructor)) static void third(void) { note(3); }
__attribute__((constructor(102))) static void second(void) { note(2); }
__attribute__((constructor(101))) static void first(void) { note(1); }

__attribute__((destructor(101))) static void ninth(void) { assert(order == LAST); }
__attribute__((destructor(102))) static void eighth(void) { note(8); }
__attribute__((destructor)) static void seventh(void) { note(7); }

static void sixth(void) { note(6); }
static void fifth(void) { note(5); }

int main(void) {
  assert(order == 1234);
  order = 0;
  atexit(sixth);
  if (atexit(fifth) != 0) return 1;
#ifdef EXIT
  EXIT(0);
#endif
  return 0;
}
