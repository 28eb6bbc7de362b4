#include <assert.h>
#include <pthread.h>

static unsigned char y = 2;

static void *other(void *unused) {
  y = 0;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  unsigned char quotient = 6 / y;
  assert(quotient == 3);
  return 0;
}
