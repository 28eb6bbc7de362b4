#include <assert.h>
int main(void) {
  float a = 0.1f, b = 0.2f;
  double c = 0.1, d = 0.2;
  assert(a + b == 0.3f); /* by luck */
#ifdef DOUBLE
  assert(c + d == 0.3);
#else
  assert(c + d != 0.3);
#endif
  return 0;
}
