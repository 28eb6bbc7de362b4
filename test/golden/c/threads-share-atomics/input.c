#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data, once;

static void *produce(void *argument) {
  data = 42;
  ready = 1;
  int mine = argument != 0;
  if (mine && once == 1) data++; /* once is not read: no argument is given */
  return 0;
}

int main(void) {
  pthread_t producer;
  pthread_create(&producer, 0, produce, 0);
  if (ready && data) assert(data == 42);
  int again = ready;
  if (again) data++;
#ifdef EARLY
  data = 1;
#endif
  once = 1;
  pthread_join(producer, 0);
  return 0;
}
