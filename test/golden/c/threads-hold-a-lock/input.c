#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int n;
static void *keeps(void *unused) {
  pthread_mutex_lock(&m);
  atomic_fetch_add_explicit(&n, 1, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, keeps, 0);
  pthread_join(t, 0);
  assert(n == 1);
}
