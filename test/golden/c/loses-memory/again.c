#include <stdlib.h>
#include <assert.h>
int main(void) {
  int s = 0;
  for (int i = 0; i < 1000; i++) { int *p = malloc(sizeof *p); *p = i; s += *p; free(p); }
  assert(s == 499500);
  return 0;
}
