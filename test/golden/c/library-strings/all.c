#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>
unsigned long strlcpy(char *to, const char *from, unsigned long size);
unsigned long strlcat(char *to, const char *from, unsigned long size);
int main(void) {
  char a[16], b[16], *rest;
  strcpy(a, "one,two");
  assert(strncmp(a, "one two", 3) == 0 && strncmp(a, "one two", 4) > 0);
  assert(strchr(a, ',') == a + 3 && strchr(a, 0) == a + 7 && !strchr(a, 'x'));
  assert(strrchr(a, 'o') == a + 6);
  assert(strstr(a, "two") == a + 4 && strstr(a, "") == a && !strstr(a, "twos"));
  assert(strspn(a, "eno") == 3 && strcspn(a, "w,") == 3 && strpbrk(a, "wt") == a + 4);
  assert(strnlen(a, 4) == 4 && strnlen(a, 100) == 7);
  assert(strcasecmp(a, "ONE,TWO") == 0 && strncasecmp(a, "oNex", 3) == 0);
  assert(stpcpy(b, a) == b + 7);
  strncpy(b, "abc", 5);
  assert(b[3] == 0 && b[4] == 0 && b[5] == 'w');
  strcat(b, "de");
  strncat(b, "fgh", 1);
  assert(strcmp(b, "abcdef") == 0);
  assert(strlcpy(b, "longer", 4) == 6 && strcmp(b, "lon") == 0);
  assert(strlcat(b, "ger", 6) == 6 && strcmp(b, "longe") == 0);
  assert(strcmp(strtok(a, ","), "one") == 0 && strcmp(strtok(0, ","), "two") == 0 && !strtok(0, ","));
  strcpy(a, ";x;;y");
  assert(*strtok_r(a, ";", &rest) == 'x' && *strtok_r(0, ";", &rest) == 'y');
#ifdef WRONG
  assert(strtok_r(0, ";", &rest));
#endif
  return 0;
}
