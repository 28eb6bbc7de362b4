// Waits for a flag that hardware sets and clears.
#include <assert.h>
extern volatile unsigned SR;
int main(void) {
  while (!(SR & 1)) ;
  while (SR & 1) ;
  assert(0);
  return 0;
}
