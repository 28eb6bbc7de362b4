/* The mean of the last two samples of a sensor. The sum is kept up to date: a new sample is added,
   and the one that leaves the window is subtracted. With integers (-D EXACT), that is exact. With
   float, a large sample rounds away the last digits of the sum, and they do not come back. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

#ifdef EXACT
typedef int number;
#else
typedef float number;
#endif

static number window[2], sum;
static int next;

static void add(number sample) {
  sum -= window[next];
  window[next] = sample;
  sum += sample;
  next = 1 - next;
}

int main(void) {
  for (int i = 0; i < 3; i++) add(__VERIFIER_nondet_uint() & 0x3ffffff);
  assert(sum == window[0] + window[1]);
  return 0;
}
