#include <pthread.h>
#include <semaphore.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static sem_t s;

/* It has not ended yet when main goes on. */
static void *other(void *unused) {
  sem_post(&s);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&s, 0, 0);
  pthread_create(&thread, 0, other, 0);
  sem_wait(&s);
  __VERIFIER_atomic_begin();
  pthread_join(thread, 0);
  __VERIFIER_atomic_end();
  return 0;
}
