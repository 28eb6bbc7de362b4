#include <assert.h>
unsigned char random_byte(void);
static unsigned head, count;
static void put(void) {
  assert(count < 3);
  count++;
}
static unsigned get(void) {
  unsigned *slot = &head;
  assert(count > 0);
  head = (head + 1) % 3;
  count--;
  return *slot;
}
static int depth(int n) { return n <= 0 ? 0 : 1 + depth(n - 1); }
int main(void) {
  for (;;) {
    if (random_byte() > 7 && count < 3) put();
    if (count == 3) assert(get() < 3);
    assert(depth(2) == 2);
  }
}
