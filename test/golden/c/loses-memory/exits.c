#include <stdlib.h>

int main(void) {
  char* p = malloc(4);
  p = malloc(2);
  if (p[0]) p = NULL;
  exit(1);
}
