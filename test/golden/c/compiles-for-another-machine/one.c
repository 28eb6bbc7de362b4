#include <assert.h>
int two(void);
int main(void) {
  assert(sizeof(long) == 4);
  return two();
}
