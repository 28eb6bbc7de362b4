// What an integer cannot hold is not defined.
#include <float.h>
_Static_assert(FLT_EVAL_METHOD == 0, "each operation should round to its own type");
void reach_error(void);
int main(void) {
  unsigned char c = (unsigned char)255.9;
  if (c != 255) reach_error();
#ifdef FAR
  double d = 256;
  c = d;
#endif
  return 0;
}
