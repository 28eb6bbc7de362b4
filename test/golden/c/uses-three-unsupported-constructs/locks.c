#include <string.h>
void lock(void) {}
void unlock(void) {}
int main(void) {
  lock();
  strsignal(9);
  __asm__("int3");
  unlock();
  return 0;
}
