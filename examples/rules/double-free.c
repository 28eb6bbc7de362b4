// A buffer that is replaced now and then, and freed at the end.
#include <stdlib.h>
extern int nondet(void);

int main(void) {
  char *buffer = malloc(8);
  if (nondet()) {
    free(buffer);
    buffer = malloc(4);
  }
  buffer[0] = 1;
  free(buffer);
  return 0;
}
