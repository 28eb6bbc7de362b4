#include <assert.h>
#include <fenv.h>
#include <math.h>

extern int __VERIFIER_nondet_int(void);

static double third(double one) { return one / 3; }

int main(void) {
  volatile double one = 1;
  volatile float half = 0.5f;
  volatile int large = 16777217;
  assert(fegetround() == FE_TONEAREST);
  const double nearest = third(one);
  assert(fesetround(FE_UPWARD) == 0 && fegetround() == FE_UPWARD);
  assert(third(one) > nearest);
  assert((float)large == 16777218.0f);
  assert(rint(2.25) == 3 && lrint(half) == 1 && floor(2.25) == 2);
  fesetround(FE_DOWNWARD);
  assert(third(one) == nearest && -third(-one) > nearest);
  assert((float)large == 16777216.0f && nearbyint(-2.25) == -3);
  fesetround(FE_TOWARDZERO);
  assert(third(-one) == -nearest && sqrt(one + one) < 1.4142135623730951);
  // A number that is none of the modes changes nothing.
  const int number = __VERIFIER_nondet_int();
  if (number != FE_TONEAREST && number != FE_UPWARD && number != FE_DOWNWARD)
    assert((fesetround(number) == 0) == (number == FE_TOWARDZERO) && fegetround() == FE_TOWARDZERO);
#ifdef WRONG
  fesetround(FE_TONEAREST);
  assert(rint(2.5) == 3);
#endif
  return 0;
}
