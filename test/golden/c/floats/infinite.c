// A number and its negative, by their bits.
#include <math.h>
void reach_error(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
int main(void) {
  double d = __VERIFIER_nondet_double();
  float x = __VERIFIER_nondet_float();
  float y = -x;
#ifdef NEVER
  if (isnan(x) && (isinf(y) || isfinite(y))) reach_error();
  if (fpclassify(y) == FP_ZERO && x != 0) reach_error();
  if (x == 0.5f && y != -0.5f) reach_error();
#else
  if (isnormal(d) && isinf(y) && signbit(y)) reach_error();
#endif
  return 0;
}
