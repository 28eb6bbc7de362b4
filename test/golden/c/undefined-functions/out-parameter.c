#include <assert.h>
void init(int *);
int main(void) {
  int x = 0;
  init(&x);
  assert(x == 0);
  return 0;
}
