#include <assert.h>
#include <pthread.h>

struct pair {
  char left, right;
};
static struct pair zeros, ones = {1, 1};
static struct pair *p = &zeros;

static void *other(void *unused) {
  p = &ones;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  struct pair copy = *p;
  assert(copy.left == copy.right);
  return 0;
}
