#include <stdio.h>

int main(void) {
  const char *name = "disk";
  printf("%s %5.1f %d%% %p\n", name, 0.5, 7, (void *)name);
#ifdef FEW
  printf("%s has %d blocks\n", name);
#elif defined KIND
  printf("%s\n", 5);
#elif defined NUMBER
  fprintf(stderr, "%d\n", 0.5);
#endif
  return 0;
}
