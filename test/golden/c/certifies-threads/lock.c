#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
int inside;

void *enter(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&other);
  inside++;
  assert(inside == 1);
  inside--;
  pthread_mutex_unlock(&other);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, enter, 0);
  enter(0);
  pthread_join(thread, 0);
  return 0;
}
