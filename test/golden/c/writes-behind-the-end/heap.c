extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>

int main(void) {
  int *table = malloc(4 * sizeof *table);
  int last = __VERIFIER_nondet_int() ? 4 : 3;
  for (int i = 0; i <= last; i++) table[i] = 0;
  free(table);
  return 0;
}
