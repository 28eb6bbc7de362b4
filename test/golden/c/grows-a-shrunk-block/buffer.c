/* A buffer that is trimmed, and used again. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 8 || n > 20) return 0;
  char *text = malloc((size_t)n);
  if (!text) return 1;
  strcpy(text, "a text");
  char *less = realloc(text, 7);
  if (!less) return 1;
  less[6] = '!';
  char *more = realloc(less, (size_t)n + 4);
  if (!more) return 1;
  assert(more[0] == 'a' && more[6] == '!');
  more[n + 3] = 0;
#ifdef NEW
  assert(more[7] == 0);
#elif defined BEYOND
  more[n + 4] = 0;
#endif
  free(more);
  return 0;
}
