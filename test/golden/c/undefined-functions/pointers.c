#include <assert.h>
int *pick(int *, int *);
static int a[2], hidden;
int main(void) {
  int b = 1;
  int *p = pick(a, &b);
  assert(p != &hidden);
#ifdef NULL_POINTER
  assert(p != 0);
#endif
#ifdef ELEMENT
  assert(p != &a[1]);
#endif
  if (p) *p = 5;
  assert(hidden == 0);
  return 0;
}
