// Takes more from the store than there is.
#include <assert.h>
#include "store.h"

int main(void) {
  int left = room(4);
  left = take(left);
  assert(left >= 0);
  return 0;
}
