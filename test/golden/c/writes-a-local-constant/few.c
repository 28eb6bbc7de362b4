#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  const int limit = 3;
  int other = 0;
  int *p = __VERIFIER_nondet_int() ? (int *)&limit : &other;
  *p = 4;
  assert(limit == 3 && other == 4);
  return 0;
}
