#include <locale.h>
#include <stdlib.h>

extern void reach_error(void);

static int later(const char *text) {
  if (strxfrm(0, "a", 0) == 0) return 1;
  if (strxfrm(0, "b", 0) == 0) return 2;
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
