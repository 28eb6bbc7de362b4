#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int handle = __VERIFIER_nondet_int();
  if (handle < 0) goto ERROR;
  assert(handle >= 0);
  return 0;
ERROR:
  return 1;
}
