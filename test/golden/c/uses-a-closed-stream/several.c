#include <stdio.h>
/* Streams are opened and closed one after the other. */
int main(void) {
  for (int i = 0; i < 20; i++) {
    FILE *f = fopen("log.txt", "a");
    if (f == NULL) continue;
    fprintf(f, "%d\n", i);
    fclose(f);
  }
  return 0;
}
