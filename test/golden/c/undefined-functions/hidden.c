#include <assert.h>
void step(void);
void init(int *);
static int hidden;
int main(void) {
  int x = 0;
  hidden = 0;
  step();
  assert(hidden == 0 && x == 0);
  init(&x);
  assert(hidden == 0);
  return 0;
}
