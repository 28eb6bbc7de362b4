// A buffer that is freed early, and not always replaced.
#include <stdlib.h>
extern int nondet(void);

int main(void) {
  char *buffer = malloc(8);
  if (nondet()) {
    free(buffer);
    if (nondet()) buffer = malloc(4);
  }
  free(buffer);
  return 0;
}
