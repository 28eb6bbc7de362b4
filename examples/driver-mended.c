/* A driver that takes a lock, delivers, and releases the lock. The bug of driver.c is mended. */
#include <assert.h>
int deliver(int size); /* may fail */

static int locked;
static void lock(void) { assert(!locked); locked = 1; }
static void unlock(void) { assert(locked); locked = 0; }

static int transmit(int size) {
  lock();
  if (deliver(size) < 0) { unlock(); return -1; }
  unlock();
  return size;
}

int main(int count, char **arguments) {
  while (count-- > 0) transmit(count);
}
