#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* y is 1, and then 2. */
#ifdef VOLATILE
static volatile unsigned char y = 1;
#else
static unsigned char y = 1;
#endif
static unsigned char numbers[] = {0, 1, 2, 3};
static int negative = -1;
static unsigned wide = 1;
static unsigned char *p = &y;
struct pair {
  unsigned char f, g;
};
static struct pair both = {1, 1};
struct __attribute__((packed)) bits { /* no word holds all of b */
  unsigned long long a : 5;
  unsigned long long b : 60;
};
static struct bits field = {0, 1};

static unsigned char sum(unsigned char a, unsigned char b) { return a + b; }
static unsigned char sum_of_members(struct pair a, struct pair b) { return a.f + b.f; }
static unsigned char sum_of_reads(void) { return y + y; }

static void *other(void *unused) {
  y = 2;
  both.f = 2;
  field.b = 2;
  negative = 1;
  wide = 40;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  unsigned char three = 0;
  unsigned char good = 1;
#if defined(SUM) || defined(VOLATILE)
  three = y + y;
#elif defined(PRODUCT)
  three = y * y + 1;
#elif defined(BRANCH)
  if (y != y) three = 3;
#elif defined(ELEMENTS)
  three = numbers[y] + numbers[y];
#elif defined(COMPOUND)
  y += y;
  three = y;
#elif defined(ARGUMENTS)
  three = sum(y, y);
#elif defined(MEMBERS)
  three = sum_of_members(both, both);
#elif defined(RESULT)
  three = sum_of_reads();
#elif defined(POINTER)
  three = *p + *p;
#elif defined(FIELD)
  three = field.b + field.b;
#elif defined(CHOICE)
  three = y == 1 ? y + 1 : 0;
#elif defined(BOTH)
  if (y == 1 && y == 2) three = 3;
#elif defined(SHIFT)
  good = 1 << wide == 2;
#elif defined(ABSOLUTE)
  good = abs(negative) == 1;
#elif defined(FILLED)
  unsigned char filled[2];
  memset(filled, y, 2);
  good = filled[0] == filled[1];
#elif defined(CHAIN)
  unsigned char first, second;
  first = second = y;
  good = first == second;
#elif defined(COMMON)
  unsigned char once = (y - 1) ?: 1;
  good = once == 1;
#elif defined(STEP)
  unsigned char old = y++;
  good = old == 2 || y == 2;
#endif
  assert(three != 3);
  assert(good);
  return 0;
}
