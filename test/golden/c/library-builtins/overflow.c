#include <assert.h>
#include <stddef.h>
int __VERIFIER_nondet_int(void);
unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), sum;
  if (!__builtin_add_overflow(a, b, &sum)) assert(sum - a == b && (b < 0) == (sum < a));
#ifdef WRONG
  assert(sum >= 0 || a < 0 || b < 0);
#endif
  size_t n = __VERIFIER_nondet_ulong(), size;
  if (!__builtin_add_overflow(n, 8, &size)) assert(size >= n);
  unsigned char small;
  assert(__builtin_mul_overflow(16, 16, &small) && small == 0);
  long product;
  assert(!__builtin_smull_overflow(-3, 7, &product) && product == -21);
  return 0;
}
