#include <string.h>
void lock(void) {}
void unlock(void) {}
int main(void) {
  lock();
  strtok(0, " ");
  __asm__("nop");
  unlock();
  return 0;
}
