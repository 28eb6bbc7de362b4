/* Threads call functions, wait for a mutex and are joined: the run shows each where it happens. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int twice(int x) {
  int y = x + x;
  return y;
}

static void add(int by) {
  int old = total;
  total = old + twice(by);
}

static void *work(void *unused) {
  pthread_mutex_lock(&guard);
  add(1);
  add(2);
#ifndef STUCK
  pthread_mutex_unlock(&guard);
#endif
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, work, 0);
  pthread_create(&second, 0, work, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(total != 12);
  return 0;
}
