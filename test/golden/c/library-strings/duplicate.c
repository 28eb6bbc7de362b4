#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *copy = strdup("abc");
  assert(strcmp(copy, "abc") == 0);
  copy[1] = 0;
  assert(strlen(copy) == 1);
  free(copy);
  return 0;
}
