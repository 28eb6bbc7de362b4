#include <stdlib.h>
int nondet(void);
static int *make(void) { return malloc(sizeof(int)); }
int main(void) {
  int a[4] = {0};
  int *p = make();
  *p = nondet();
  if (*p == 0) a[3] = 8 / *p;
  if (*p == 1) a[2] = 8 / *p;
  if (*p == 2) a[*p + 2] = 8;
  return 0;
}
