// Copies bytes from one file to another.
#include <stdio.h>

int main(void) {
  FILE *from = fopen("from", "r");
  if (!from) return 1;
  FILE *to = fopen("to", "w");
  if (!to) {
    fclose(from);
    return 1;
  }
  int byte;
  while ((byte = fgetc(from)) != EOF) fputc(byte, to);
  fclose(from);
  fclose(to);
  return 0;
}
