#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char w;

static void *other(void *unused) {
  pthread_mutex_lock(&m);
  if (w == 1) w = 2;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  pthread_mutex_lock(&m);
  w = 1;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  assert(w == 1);
  pthread_mutex_unlock(&m);
  return 0;
}
