#include <stdlib.h>
void unused(void) { __builtin_trap(); }
int main(void) {
  int *p = malloc(4);
  free(p);
  free(p);
  return 0;
}
