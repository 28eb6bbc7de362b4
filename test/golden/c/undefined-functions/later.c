#include <assert.h>
void lend(int *);
void step(void);
static int use(int k) {
  int own = k;
  step();
  assert(own == k);
  lend(&own);
  return own;
}
int main(void) {
  use(1);
  use(2);
  for (int i = 0; i < 2; i++) {
    int t = i;
    step();
    assert(t == i);
    lend(&t);
  }
  return 0;
}
