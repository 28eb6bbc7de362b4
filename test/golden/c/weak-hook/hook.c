// Weak names that no file defines have the address null.
#include <assert.h>

extern void hook(void) __attribute__((weak));
extern int setting __attribute__((weak));
void late(void);
#pragma weak late
void (*const table[])(void) = {hook, late};
int called;

int main(void) {
  if (hook) hook();
  if (table[0]) table[0]();
  assert(called == CALLS);
  assert(!(&setting && setting == 3));
#ifdef CALL
  hook();
  assert(0);
#endif
#ifdef READ
  if (setting != 3) assert(0);
#endif
  return late != 0;
}
