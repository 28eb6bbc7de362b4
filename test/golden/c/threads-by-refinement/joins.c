#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static unsigned char ready;

static void *work(void *unused) {
  ready++;
  return unused;
}

/* The thread may not have ended yet, and cannot go on. */
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  while (ready == 0) continue;
  __VERIFIER_atomic_begin();
  pthread_join(thread, 0);
  __VERIFIER_atomic_end();
  return 0;
}
