#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t ready;
static atomic_uchar hits;
static _Thread_local char mine = 1;
static char data;

static void *work(void *argument) {
  assert(mine == 1);
  mine = 2;
  sem_wait(&ready);
  assert(data == 5);
  hits++;
  pthread_exit(argument);
}

int main(void) {
  pthread_t thread;
  void *result;
  sem_init(&ready, 0, 0);
  pthread_create(&thread, 0, work, &data);
#ifdef WRONG
  sem_post(&ready);
#endif
  data = 5;
  sem_post(&ready);
  atomic_fetch_add(&hits, 1);
  pthread_join(thread, &result);
  assert(mine == 1 && hits == 2 && result == &data);
  return 0;
}
