#include <assert.h>
#include <pthread.h>

static char x;

static void *other(void *unused) {
  x = 1;
  x = 0;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  assert(x == 0);
  return 0;
}
