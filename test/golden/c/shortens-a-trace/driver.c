#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 0;
  while (n < 6) {
    int k = __VERIFIER_nondet_int();
    if (k == 0) return 0;
    n++;
  }
  assert(n != 6);
  return 0;
}
