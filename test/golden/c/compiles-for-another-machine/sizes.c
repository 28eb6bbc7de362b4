#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

struct pair {
  char c;
  long long n;
};

int main(void) {
  assert(sizeof(long) == LONG);
  assert(sizeof(void *) == POINTER);
  assert((CHAR_MIN < 0) == SIGNED);
  assert(offsetof(struct pair, n) == OFFSET);
  assert(sizeof(intptr_t) == POINTER && sizeof(uint64_t) == 8);
#ifdef MACRO
  assert(MACRO);
#endif
  return 0;
}
