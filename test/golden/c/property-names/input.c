#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x < 10 || x > 3);
  int y = x + 1;
  if (y == 5) reach_error();
  while (y == 5)
    ;
  return 0;
}
