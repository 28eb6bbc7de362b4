#include <stdlib.h>
int nondet(void);
int main(void) {
  int a[4] = {0};
  int i = nondet();
  if (i < 0 || i > 6) return 0;
  if (i > 5) a[i] = 1;
  char *block = malloc(8);
  block[3] = 1;
  return block[8];
}
