#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
#ifndef ZERO
  if (x == 0) return 0;
#endif
  int n = __builtin_ctz(x);
  assert(x >> n & 1);
  assert(__builtin_popcount(x & 7) <= 3);
  assert(__builtin_bswap32(__builtin_bswap32(x)) == x);
  return 0;
}
