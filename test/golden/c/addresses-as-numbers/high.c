#include <assert.h>
#include <stdint.h>
int main(void) {
  int x;
  assert((uintptr_t)&x > 0x800000);
}
