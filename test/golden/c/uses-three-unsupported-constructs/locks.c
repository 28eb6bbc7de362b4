#include <stdlib.h>
void lock(void) {}
void unlock(void) {}
int main(void) {
  lock();
  l64a(9);
  __asm__("int3");
  unlock();
  return 0;
}
