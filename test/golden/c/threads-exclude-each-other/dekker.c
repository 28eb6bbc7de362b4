#include <assert.h>
#include <pthread.h>

static int wants0, wants1, turn, inside;

static void *first(void *unused) {
#ifndef SWAPPED
  wants0 = 1;
#endif
  while (wants1)
    if (turn != 0) {
      wants0 = 0;
      while (turn != 0) {
      }
      wants0 = 1;
    }
#ifdef SWAPPED
  wants0 = 1;
#endif
  inside++;
  assert(inside == 1);
  inside--;
  turn = 1;
  wants0 = 0;
  return unused;
}

static void *second(void *unused) {
  wants1 = 1;
  while (wants0)
    if (turn != 1) {
      wants1 = 0;
      while (turn != 1) {
      }
      wants1 = 1;
    }
  inside++;
  assert(inside == 1);
  inside--;
  turn = 0;
  wants1 = 0;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  return pthread_join(a, 0) + pthread_join(b, 0);
}
