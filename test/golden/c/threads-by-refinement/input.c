#include <assert.h>
#include <pthread.h>

long long __VERIFIER_nondet_longlong(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long long sent, received;

static void *transfer(void *unused) {
  long long amount = __VERIFIER_nondet_longlong();
#ifndef UNLOCKED
  pthread_mutex_lock(&lock);
#endif
  sent = amount;
  received = amount;
#ifndef UNLOCKED
  pthread_mutex_unlock(&lock);
#endif
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, transfer, 0);
  pthread_mutex_lock(&lock);
  assert(sent == received);
  pthread_mutex_unlock(&lock);
}
