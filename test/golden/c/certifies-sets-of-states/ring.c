#include <assert.h>
unsigned char random_byte(void);
static unsigned char ring[3];
static unsigned head, count;
static void put(unsigned char value) {
  assert(count < 3);
  ring[(head + count) % 3] = value;
  count++;
}
static unsigned char get(void) {
  unsigned char *slot = &ring[head];
  assert(count > 0);
  head = (head + 1) % 3;
  count--;
  return *slot;
}
static int depth(int n) { return n <= 0 ? 0 : 1 + depth(n - 1); }
int main(void) {
  for (;;) {
    unsigned char value = random_byte() & 15;
    if (count < 3) put(value);
    if (count == 3) assert(get() <= 15);
    assert(depth(2) == 2);
  }
}
