#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static char x;

static void *other(void *unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  char before = x, within;
  __VERIFIER_atomic_begin();
  within = x;
  __VERIFIER_atomic_end();
  assert(before == within);
  return 0;
}
