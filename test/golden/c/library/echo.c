#include <assert.h>
#include <stdio.h>
int main(void) {
  int c = putchar('A' + 256);
  assert(c == 'A' || c == EOF);
  c = fputc(-1, stdout);
  assert(c == 255);
}
