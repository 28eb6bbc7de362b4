#include "counter.h"
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static int limit = 3;
static int step(int x) { return x + 1; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 5) return 0;
  for (int i = 0; i < n; i = step(i)) count();
  if (counter > limit) reach_error();
  return 0;
}
