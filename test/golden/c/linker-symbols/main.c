// An asm label names the linker's symbol.
#include <assert.h>

int call(void) __asm__("real_call");
extern int count __asm__("real_count");
int original(void) { return 5; }
#pragma weak renamed = original
int renamed(void);

int main(void) {
  count = 3;
  assert(call() == 3);
  assert(renamed() == RENAMED);
  return 0;
}
