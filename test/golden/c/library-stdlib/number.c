#include <assert.h>
#include <errno.h>
#include <stdlib.h>
char __VERIFIER_nondet_char(void);
int main(void) {
  char text[4] = {0}, *end;
  for (int i = 0; i < 3; i++) text[i] = __VERIFIER_nondet_char();
  long value = strtol(text, &end, 10);
  assert(value >= -99 && value <= 999);
  assert(end >= text && end <= text + 3);
  assert(errno == 0);
  assert(strtol(" -0x1fg", &end, 0) == -31 && *end == 'g');
  assert(strtoul("77", 0, 8) == 63 && atoi("12x") == 12 && errno == 0);
  assert(strtoll("-9223372036854775809", &end, 10) == -9223372036854775807LL - 1 && errno == ERANGE && !*end);
  div_t parts = div(-7, 2);
  assert(parts.quot == -3 && parts.rem == -1);
#ifdef WRONG
  assert(value <= 998);
#endif
  return 0;
}
