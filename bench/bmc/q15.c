/* Fractions of 16 bits: a product is rounded to the nearest one, and saturates. */
#include <assert.h>
#include <stdint.h>

extern short __VERIFIER_nondet_short(void);

static int16_t product(int16_t a, int16_t b) {
  int32_t exact = (int32_t)a * b;
  int32_t rounded = (exact + (1 << 14)) >> 15;
  return rounded > 32767 ? 32767 : (int16_t)rounded;
}

int main(void) {
  int16_t a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
  int32_t error = (int32_t)product(a, b) * 32768 - (int32_t)a * b;
  if (a != -32768 || b != -32768) assert(error <= 16384 && error >= -16384);
  assert(product(b, a) == product(a, b));
  return 0;
}
