#include <limits.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
#ifdef CHECKED
  if (x == INT_MIN) return 0;
#endif
  int y = abs(x);
  if (y < 0 && x != INT_MIN) reach_error();
  return 0;
}
