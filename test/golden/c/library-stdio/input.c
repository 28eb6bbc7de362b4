#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int n = 7;
  char line[8], word[4];
  if (scanf("%d %3s", &n, word) < 1) assert(n == 7);
  if (fgets(line, sizeof line, stdin)) assert(strlen(line) < sizeof line);
  if (getenv("HOME") != NULL) assert(strlen(getenv("HOME")) < 32);
#ifdef SET
  assert(getenv("HOME"));
#endif
#ifdef READ
  assert(n != 12345);
#endif
  return 0;
}
