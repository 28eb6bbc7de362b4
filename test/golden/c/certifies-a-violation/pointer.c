#include <assert.h>
int main(void) {
  int *pointer;
  assert(pointer == 0);
}
