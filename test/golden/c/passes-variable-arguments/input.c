#include <assert.h>
#include <stdarg.h>

struct pair {
  char tag[3];
  double value;
};

static int sum(int count, ...) {
  va_list list;
  int total = 0;
  va_start(list, count);
  for (int i = 0; i < count; i++) total += va_arg(list, int);
  va_end(list);
#ifdef ENDED
  total += va_arg(list, int);
#endif
  return total;
}

static double next(const char *kinds, va_list *list) {
  switch (*kinds) {
    case 'i': return va_arg(*list, int);
    case 'l': return va_arg(*list, long long);
    case 'd': return va_arg(*list, double);
    case 's': return va_arg(*list, const char *)[0];
    default: return va_arg(*list, struct pair).value;
  }
}

static double mixed(const char *kinds, ...) {
  va_list list, again;
  double total = 0;
  va_start(list, kinds);
  va_copy(again, list);
  for (; *kinds; kinds++) total += next(kinds, &list);
  va_end(list);
  total += va_arg(again, int);
  va_end(again);
  return total;
}

int main(void) {
  struct pair p = {"ab", 0.5};
  int (*pointer)(int, ...) = sum;
#ifdef BEYOND
  sum(3, 1, 2);
#elif defined TYPE
  sum(2, 1, 2.0);
#endif
  assert(sum(0) == 0);
  assert(sum(3, 1, 2, 3) == 6);
  assert(pointer(2, 40, sum(2, 1, 1)) == 42);
  assert(mixed("ildsp", 1, 10LL, 0.25f, "A", p) == 1 + 10 + 0.25 + 'A' + 0.5 + 1);
  return 0;
}
