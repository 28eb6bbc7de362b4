#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 9)
    return 0;
  if (i > 12)
    i = 3;
  if (i == 7) {
    i = l64a(i) == 0;
    return i;
  }
  i = 2;
  return i;
}
