#include <assert.h>
#include <pthread.h>

static int counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *unused) {
#ifdef LOCKED
  pthread_mutex_lock(&lock);
#endif
  counter++;
#ifdef LOCKED
  pthread_mutex_unlock(&lock);
#endif
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, count, 0);
  pthread_create(&second, 0, count, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter == 2);
  return 0;
}
