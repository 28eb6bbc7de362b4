#include <assert.h>
#include <math.h>
#include <string.h>

extern float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
#if defined(SELF)
  assert(x == x);
#elif defined(LARGER)
  if (x >= 1.0f && !isinf(x)) assert(x + 1.0f > x);
#elif defined(HALF)
  if (x >= 1.0f) assert(x * 0.5f < x || isinf(x));
#elif defined(CONVERT)
  int i = (int)x;
  assert(i == i);
#elif defined(IN_RANGE)
  if (x > -1000.0f && x < 1000.0f) assert((int)x > -1000 && (int)x < 1000);
#elif defined(ROOT)
  if (x >= 0.0f) assert(sqrtf(x) >= 0.0f);
#elif defined(SINE)
  assert(sinf(x) <= 1.0f);
#elif defined(LONG)
  long double y = x;
  assert(y == x);
#elif defined(BITS)
  float zero = x - x;
  unsigned bits;
  memcpy(&bits, &zero, sizeof bits);
  assert(bits == 0 || bits == 0x7fc00000);
#endif
  return 0;
}
