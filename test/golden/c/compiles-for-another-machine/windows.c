#include <stdint.h>

extern void reach_error(void);

int main(void) {
  int sizes[] = {sizeof(long), sizeof(void *), sizeof(intptr_t)};
  if (sizes[0] != 4 || sizes[1] != 8 || sizes[2] != 8) reach_error();
  return 0;
}
