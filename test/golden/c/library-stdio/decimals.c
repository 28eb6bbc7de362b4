#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  double d = 0;
  float f = 0;
  assert(sscanf("1.5 0.1", "%lf %f", &d, &f) == 2);
  assert(d == 1.5 && f == 0.1f);
  assert(sscanf("none", "%lf", &d) == 0 && d == 1.5);
  assert(strtod("inf", 0) > 1e308);
  return 0;
}
