#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int condition);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int is_taken, count;

static void __VERIFIER_atomic_take(void) {
  __VERIFIER_assume(!is_taken);
  is_taken = 1;
}

static void __VERIFIER_atomic_free(void) {
  is_taken = 0;
}

static void *restore(void *unused) {
  __VERIFIER_atomic_take();
  assert(count == 0);
  count++;
  count--;
  __VERIFIER_atomic_free();
  return 0;
}

static void *restore_locked(void *unused) {
  pthread_mutex_lock(&lock);
  assert(count == 0);
  count++;
  count--;
  pthread_mutex_unlock(&lock);
  return 0;
}

static void *increment(void *unused) {
  pthread_mutex_lock(&lock);
  count++;
  assert(count < 20);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  for (;;) pthread_create(&thread, 0, STARTED, 0);
}
