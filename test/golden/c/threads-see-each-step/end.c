#include <assert.h>
#include <pthread.h>

static char x;

static void *other(void *unused) {
  assert(x == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  x = 1;
  return 0;
}
