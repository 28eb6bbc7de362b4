// External volatile objects, and what only looks like one.
#include <assert.h>
struct block { volatile int status; int other; };
extern volatile struct { int a, b[2]; } device;
volatile int shared = 1;
struct block mixed;
static volatile int own = 1;
int plain = 1;
int read_it(volatile int *from) { return *from; }
int main(int argc, char **argv) {
  volatile int local = 1;
  int i = argc & 1;
  assert(own == 1 && local == 1 && plain == 1);
  mixed.other = 7;
  assert(mixed.other == 7);
  assert(read_it(&own) == 1 && read_it(&local) == 1 && read_it(&plain) == 1);
  assert((shared = 9) == 9);
#ifdef CASE
  if (CASE) assert(0);
#endif
  return 0;
}
