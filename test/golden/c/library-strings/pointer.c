#include <assert.h>
#include <string.h>
int (*compare)(const char *, const char *) = strcmp;
int main(void) {
  assert(compare("a", "b") < 0);
  return 0;
}
