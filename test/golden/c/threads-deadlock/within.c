#include <pthread.h>
#include <semaphore.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void interrupts_off(void);
void interrupts_on(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;
static int count;

/* With HANDLER, an interrupt. */
void handler(void) {
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
}

static void *other(void *unused) {
#ifdef SEMAPHORE
  sem_post(&s);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&s, 0, 0);
  pthread_create(&thread, 0, other, 0);
#if defined(JOIN)
  __VERIFIER_atomic_begin();
  pthread_join(thread, 0);
  __VERIFIER_atomic_end();
#elif defined(SEMAPHORE)
  __VERIFIER_atomic_begin();
  sem_wait(&s);
  __VERIFIER_atomic_end();
#elif defined(HANDLER)
#ifdef OFF
  interrupts_off();
#endif
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
#ifdef OFF
  interrupts_on();
#endif
#endif
  return 0;
}
