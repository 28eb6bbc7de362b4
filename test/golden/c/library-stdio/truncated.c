#include <assert.h>
#include <stdio.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  char text[8];
  int n = __VERIFIER_nondet_int();
  if (n < -99 || n > 99999) return 0;
  int length = snprintf(text, sizeof text, "id=%d", n);
  assert(length >= 4 && length <= 8);
  assert(strlen(text) <= 7);
  if (n >= 0 && n < 10) assert(length == 4 && text[3] == '0' + n);
#ifdef CUT
  assert(length < (int)sizeof text);
#endif
  return 0;
}
