#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static unsigned char x, a;

static void *stops(void *unused) {
  x = 1;
  a = 1;
  __VERIFIER_atomic_begin();
  if (x == 1) abort();
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, stops, 0);
  if (x == 0) assert(a == 0);
  return 0;
}
