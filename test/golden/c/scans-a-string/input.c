#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  int a = 0, b = 0, n;
  unsigned u;
  char word[4], letter, text[8];
  long l;
  short h;
  assert(sscanf("12 -7", "%d%d", &a, &b) == 2 && a == 12 && b == -7);
  assert(sscanf(" 0x1F,abc:rest", "%x,%3s:%n", &u, word, &n) == 2 && u == 31 && n == 10);
  assert(strcmp(word, "abc") == 0);
  assert(sscanf("key=val", "%3[^=]=%c%7s", word, &letter, text) == 3 && letter == 'v');
  assert(strcmp(word, "key") == 0 && strcmp(text, "al") == 0);
  assert(sscanf("", "%d", &a) == EOF && sscanf("x", "%d", &a) == 0);
  assert(sscanf("99 100", "%ld%hd", &l, &h) == 2 && l == 99 && h == 100);
  assert(strtod("1.25e2", NULL) == 125.0 && atof("0.1") == 0.1);
#ifdef LONG
  sscanf("many", "%s", word);
#endif
  return 0;
}
