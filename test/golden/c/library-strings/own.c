#include <assert.h>
static int strlen(const char *s) { return 42; }
int main(void) {
  assert(strlen("four") == 42);
  return 0;
}
