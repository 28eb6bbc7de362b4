#include <assert.h>
void step(void);
int counter;
int main(void) {
  counter = 1;
  step();
  assert(counter == 1);
  return 0;
}
