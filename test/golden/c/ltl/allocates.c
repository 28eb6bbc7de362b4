#include <stdlib.h>
int *made;
static int *make(unsigned n) {
  unsigned size = n;
  if (size > 3) size = 3;
INSIDE:
  return malloc(size * 4);
}
int main(void) {
  made = make(5);
  made = make(2);
  return 0;
}
