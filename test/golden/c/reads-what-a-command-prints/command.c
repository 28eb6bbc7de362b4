/* A pipe is a stream; streams get buffers. */
#include <stdio.h>

static char large[BUFSIZ];

int main(void) {
  char line[4];
  FILE *list = popen("ls", "r");
#ifndef NULL_STREAM
  if (!list) return 1;
#endif
  setvbuf(stdout, large, _IOFBF, sizeof large);
  if (fgets(line, sizeof line, list)) fputs(line, stdout);
#ifdef SMALL
  setvbuf(list, line, _IOFBF, 5);
#endif
  int status = pclose(list);
#ifdef TWICE
  pclose(list);
#endif
  return status;
}
