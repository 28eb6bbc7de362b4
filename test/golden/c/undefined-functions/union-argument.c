#include <assert.h>
union handle { int *p; long n; };
void give(union handle);
int main(void) {
  int x = 0;
  union handle h;
  h.p = &x;
  give(h);
  assert(x == 0);
}
