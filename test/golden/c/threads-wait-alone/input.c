#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t b;
static sem_t s;

int main(void) {
#ifdef LOCK
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
#endif
#ifdef DESTROYED
  pthread_mutex_destroy(&m);
  pthread_mutex_lock(&m);
#endif
#ifdef SEMAPHORE
  sem_init(&s, 0, 1);
  sem_wait(&s);
  sem_wait(&s);
#endif
#ifdef BARRIER
  pthread_barrier_init(&b, 0, 2);
  pthread_barrier_wait(&b);
#endif
#ifdef JOIN
  pthread_join(pthread_self(), 0);
#endif
#ifdef RIGHT
  sem_init(&s, 0, 1);
  sem_wait(&s);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
#endif
  return 0;
}
