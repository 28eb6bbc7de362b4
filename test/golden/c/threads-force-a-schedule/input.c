#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static int counter, seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *unused) {
  counter = counter + 1; /* another thread may count between the read and the write */
  pthread_mutex_lock(&lock);
  seen++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t first, second;
  int input = __VERIFIER_nondet_int();
  pthread_create(&first, 0, count, 0);
  pthread_create(&second, 0, count, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(seen == 2);
  assert(counter == 2 || input != 5);
  return 0;
}
