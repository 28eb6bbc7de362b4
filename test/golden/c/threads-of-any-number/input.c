#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *restore(void *unused) {
  pthread_mutex_lock(&lock);
  assert(count == 0);
  count++;
  count--;
  pthread_mutex_unlock(&lock);
  return 0;
}

static void *increment(void *unused) {
  pthread_mutex_lock(&lock);
  count++;
  assert(count < 20);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  for (;;) pthread_create(&thread, 0, STARTED, 0);
}
