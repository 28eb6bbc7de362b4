#include <assert.h>
#include <pthread.h>

static int x, y, b1, b2, inside;  // the fast algorithm, for two

#define ENTER(me, mine, other)    \
  for (;;) {                      \
    mine = 1;                     \
    x = me;                       \
    if (y != 0) {                 \
      mine = 0;                   \
      while (y != 0) {            \
      }                           \
      continue;                   \
    }                             \
    y = me;                       \
    if (x == me) break;           \
    mine = 0;                     \
    while (other) {               \
    }                             \
    if (y == me) break;           \
    while (y != 0) {              \
    }                             \
  }

static void *first(void *unused) {
#ifdef SWAPPED
#define b1_set
  x = 1;
  for (;;) {
    if (y != 0) continue;
    x = 1;
    y = 1;
    break;
  }
#else
  ENTER(1, b1, b2)
#endif
  inside++;
  assert(inside == 1);
  inside--;
  y = 0;
  b1 = 0;
  return unused;
}

static void *second(void *unused) {
  ENTER(2, b2, b1)
  inside++;
  assert(inside == 1);
  inside--;
  y = 0;
  b2 = 0;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  return pthread_join(a, 0) + pthread_join(b, 0);
}
