#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t ready;
static pthread_barrier_t meeting;
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_int hits;
static _Thread_local int mine = 1;
static int data, before, is_set, made;

static void make(void) {
  made++;
}

static void *work(void *argument) {
  assert(mine == 1);
  mine = 2;
  sem_wait(&ready);
  assert(data == 5);
  hits++;
  pthread_once(&once, make);
  before = 1;
  pthread_barrier_wait(&meeting);
  pthread_rwlock_wrlock(&table);
  data = 6;
  pthread_rwlock_unlock(&table);
  pthread_mutex_lock(&lock);
  is_set = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  pthread_exit(argument);
}

int main(void) {
  pthread_t thread;
  void *result;
  sem_init(&ready, 0, 0);
  pthread_barrier_init(&meeting, 0, 2);
  pthread_create(&thread, 0, work, &data);
  data = 5;
  sem_post(&ready);
  atomic_fetch_add(&hits, 1);
  pthread_once(&once, make);
  pthread_barrier_wait(&meeting);
  assert(before == 1 && made == 1 && hits == 2 && mine == 1);
  pthread_rwlock_rdlock(&table);
  assert(data == 5 || data == 6);
  pthread_rwlock_unlock(&table);
  pthread_mutex_lock(&lock);
  while (!is_set) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, &result);
#ifdef WRONG
  assert(data == 5);
#endif
  assert(result == &data && data == 6);
  return 0;
}
