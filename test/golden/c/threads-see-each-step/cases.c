#include <assert.h>
#include <pthread.h>

static char y;

static void *other(void *unused) {
  y = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  switch (y) {
    case 1:
    case 2: break;
    case 0: break;
    default: assert(0);
  }
  return 0;
}
