/* Numbers that are printed to memory, and an address. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[16];
#ifdef LARGE
  char small[5];
  sprintf(small, "%.1f", 999.96);
#elif defined ADDRESS
  assert(snprintf(text, 5, "%p", (void *)0) == 5 && strcmp(text, "(nil") == 0);
#else
  int length = snprintf(text, sizeof text, "%.2f EUR", 12.345);
  assert(length == 9 && strcmp(text, "12.35 EUR") == 0);
#endif
  return 0;
}
