#include <assert.h>
#include <pthread.h>

static int wants[2], turn, inside;

static void *enter(void *argument) {
  const int me = argument != 0;
#ifdef SWAPPED
  turn = !me;
  wants[me] = 1;
#else
  wants[me] = 1;
  turn = !me;
#endif
  while (wants[!me] && turn == !me) {
  }
  inside++;
  assert(inside == 1);
  inside--;
  wants[me] = 0;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, enter, 0);
  pthread_create(&b, 0, enter, &inside);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
