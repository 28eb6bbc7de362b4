// What main.c calls.
#include "store.h"

int take(int from) {
  int taken = 5;
  return from - taken;
}
