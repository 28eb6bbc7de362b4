#include <assert.h>
#include <pthread.h>

static int flag1, flag2, inside;

#ifdef SWAPPED
#define PASS(mine, other) mine = 4; while (other >= 3) { }
#else
#define PASS(mine, other)         \
  while (other >= 3) {            \
  }                               \
  mine = 3;                       \
  if (other == 1) {               \
    mine = 2;                     \
    while (other != 4) {          \
    }                             \
  }                               \
  mine = 4;
#endif

static void *first(void *unused) {
  flag1 = 1;
  PASS(flag1, flag2)
  while (flag2 >= 2) {
  }
  inside++;
  assert(inside == 1);
  inside--;
  flag1 = 0;
  return unused;
}

static void *second(void *unused) {
  flag2 = 1;
  while (flag1 >= 3) {
  }
  flag2 = 3;
  if (flag1 == 1) {
    flag2 = 2;
    while (flag1 != 4) {
    }
  }
  flag2 = 4;
#ifndef SWAPPED
  while (2 <= flag1 && flag1 <= 3) {
  }
#endif
  inside++;
  assert(inside == 1);
  inside--;
  flag2 = 0;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  return pthread_join(a, 0) + pthread_join(b, 0);
}
