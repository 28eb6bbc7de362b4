#include <assert.h>
#include <pthread.h>

static char x;

static void *nothing(void *unused) {
  return unused;
}

static void *other(void *unused) {
  x = 1;
  x = 0;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, nothing, 0);
  pthread_create(&second, 0, other, 0);
  pthread_join(first, 0);
  assert(x == 0);
  return 0;
}
