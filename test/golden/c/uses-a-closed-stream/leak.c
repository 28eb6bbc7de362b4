#include <stdio.h>
#include <stdlib.h>
/* A stream that stays open is not lost memory. */
int main(void) {
  FILE *f = fopen("log.txt", "a");
  f = NULL;
  char *p = malloc(1);
  free(p);
  return 0;
}
