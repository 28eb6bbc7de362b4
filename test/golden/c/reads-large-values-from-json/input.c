// Values around 2^53, the largest numbers that every reader of JSON keeps exactly, and beyond.
#include <assert.h>

unsigned long long exact, above, most;
long long low, below;
_Bool truth;
signed char small;

int main(void) {
  exact = 9007199254740991u;
  above = 9007199254740992u;
  low = -9007199254740991;
  below = -9007199254740992;
  most = 18446744073709551615u;
  truth = 1;
  small = -128;
  assert(exact + above + low + below + most + truth + small == 0);
  return 0;
}
