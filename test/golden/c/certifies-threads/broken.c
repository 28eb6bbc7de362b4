#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
int inside;

void *enter(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&other);
  inside++;
  pthread_mutex_unlock(&other);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, enter, 0);
  assert(inside == 0 || __VERIFIER_nondet_int() != 42);
  pthread_mutex_lock(&other);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_unlock(&other);
  pthread_join(thread, 0);
  return 0;
}
