#include <assert.h>
#include <stdio.h>
#include <string.h>
static int is(const char *a, const char *b) { return strcmp(a, b) == 0; }
int main(void) {
  char t[32];
  assert(sprintf(t, "%s-%02x|%5d|%-4u|%+i", "ab", 10, -42, 7u, 3) == 19 && is(t, "ab-0a|  -42|7   |+3"));
  assert(sprintf(t, "%c%%%.3s%4s%-3c.", 'x', "abcdef", "y", 'z') == 13 && is(t, "x%abc   yz  ."));
  assert(sprintf(t, "%ld %#X %o %*d", -1L, 255, 8, 3, 5) == 14 && is(t, "-1 0XFF 10   5"));
  assert(snprintf(0, 0, "%d", 12345) == 5);
  return 0;
}
