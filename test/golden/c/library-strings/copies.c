#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  char text[8] = "hello", copy[8];
  int cut = __VERIFIER_nondet_int();
  if (cut < 0 || cut > 7) return 0;
  text[cut] = 0;
  strcpy(copy, text);
  assert(strlen(copy) <= 5);
  assert(strcmp(copy, text) == 0);
#ifdef SHORT
  assert(strlen(copy) != 3);
#endif
  return 0;
}
