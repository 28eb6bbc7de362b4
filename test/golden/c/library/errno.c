#include <assert.h>
#include <errno.h>
#include <stdio.h>
int main(void) {
  assert(errno == 0);
  errno = 5;
  puts("text");
  assert(errno > 0);
#ifdef KEPT
  assert(errno == 5);
#endif
  return 0;
}
