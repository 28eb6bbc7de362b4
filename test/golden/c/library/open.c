#include <assert.h>
#include <stdio.h>
int main(void) {
  FILE *f = fopen("log", "w");
  assert(f == NULL);
  return 0;
}
