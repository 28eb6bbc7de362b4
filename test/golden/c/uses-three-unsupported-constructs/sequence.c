#include <locale.h>
#include <string.h>

extern void reach_error(void);

static int later(const char *text) {
  if (strcmp(text, "a") == 0) return 1;
  if (strcmp(text, "b") == 0) return 2;
  return 0;
}

int main(void) {
  char text[4] = "a b";
  strtok(text, " ");
  setlocale(LC_ALL, "C");
  if (later(text) == 3) reach_error();
  return 0;
  __asm__("nop");
}
