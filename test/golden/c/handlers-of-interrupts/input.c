#include <assert.h>

static int x;

static void handler(void) { x = 1; }
static void with_number(int number) { x = number; }

int main(void) {
  assert(x == 0);
  if (x == 2) with_number(3);
  return 0;
}
