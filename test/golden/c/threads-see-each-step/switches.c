#include <assert.h>
#include <pthread.h>


static void *other(void *unused) {
  assert(unused);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  return 0;
}
