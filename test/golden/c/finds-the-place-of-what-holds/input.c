#include <assert.h>
static int half(int x) { return x / 2; }

int main(void) {
  assert(half(8) == 4);
  return 0;
}
