#include "counter.h"
#ifndef STEP
#define STEP 1
#endif
int counter;
static int limit = 100;
static int step(int x) { return x + STEP; }
void count(void) {
  if (small(counter) && counter < limit) counter = step(counter);
}
