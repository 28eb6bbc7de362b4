#include <locale.h>
#include <stdlib.h>

extern void reach_error(void);

static int later(const char *text) {
  if (a64l("a") == 0) return 1;
  if (a64l("b") == 0) return 2;
  return 0;
}

int main(void) {
  char text[4] = "a b";
  l64a(9);
  setlocale(LC_ALL, "C");
  if (later(text) == 3) reach_error();
  return 0;
  __asm__("int3");
}
