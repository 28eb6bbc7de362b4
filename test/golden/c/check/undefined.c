#include <stdlib.h>
void reach_error(void) {}
int main(void) {
  int *p = malloc(sizeof *p);
#ifndef UNINITIALISED
  *p = 7;
  free(p);
#endif
  if (*p == 7) reach_error();
  return 0;
}
