#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static char ready;

static void *waits(void *unused) {
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&changed, &m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, waits, 0);
#ifdef TWO
  pthread_create(&second, 0, waits, 0);
#endif
#ifndef UNLOCKED
  pthread_mutex_lock(&m);
#endif
  ready = 1;
#ifndef SILENT
  pthread_cond_signal(&changed);
#endif
#ifndef UNLOCKED
  pthread_mutex_unlock(&m);
#endif
  pthread_join(first, 0);
#ifdef TWO
  pthread_join(second, 0);
#endif
  return 0;
}
