#include <assert.h>
#include <stdio.h>
int main(void) {
  char text[4];
  sprintf(text, "%d", 1234);
  assert(text[0]);
  return 0;
}
