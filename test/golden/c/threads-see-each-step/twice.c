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
  char sum = y + y;
  assert(sum != 1);
  return 0;
}
