#include <assert.h>
#include <pthread.h>

static char x;

static void *other(void *unused) {
  x++;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  x++;
  pthread_join(thread, 0);
  assert(x == 2);
  return 0;
}
