#include <stdlib.h>
int nondet(void);
int main(void) {
  int *table = malloc(4 * sizeof(int));
  int i = nondet();
  if (i < 0 || i > 4) return 1;
  table[i] = i;
  return 8 / i;
}
