#include <assert.h>
#include <stdlib.h>
static int count;
static void never(void) { assert(0); }
static void last(void) { assert(count == WANTED); }
static void quick(void) { count = 1; }
int main(void) {
  atexit(never);
  at_quick_exit(last);
  at_quick_exit(quick);
  quick_exit(3);
}
