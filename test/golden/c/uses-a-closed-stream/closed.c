#include <stdio.h>

int main(void) {
  puts("open");
  fclose(stdout);
  USE;
  return 0;
}
