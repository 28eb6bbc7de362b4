// Copies bytes from one file to another. The two ways out both close the first one.
#include <stdio.h>

int main(void) {
  FILE *from = fopen("from", "r");
  if (!from) return 1;
  FILE *to = fopen("to", "w");
  if (!to) {
    fclose(from);
    goto out;
  }
  int byte;
  while ((byte = fgetc(from)) != EOF) fputc(byte, to);
  fclose(to);
out:
  fclose(from);
  return 0;
}
