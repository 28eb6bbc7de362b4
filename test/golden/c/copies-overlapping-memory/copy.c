#include <stdio.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct pair { int a, b; };

int main(void) {
  char s[8] = "abc";
  unsigned n = __VERIFIER_nondet_uint();
  struct pair x = {1, 2}, *same = &x;
  x = *same;
  memmove(s + 1, s, 3);
#if CASE == 1
  if (n <= 5) memcpy(s, s + 3, n);
#elif CASE == 2
  if (n <= 4) memcpy(s, s + 4, n);
#elif CASE == 3
  memcpy(s, s, 1);
#elif CASE == 4
  strcpy(s + 1, s);
#elif CASE == 5
  strcpy(s, s + 1);
#elif CASE == 6
  strcat(s, s);
#elif CASE == 7
  sprintf(s, "%s!", s);
#elif CASE == 8
  strncpy(s, s + 2, 3);
#elif CASE == 9
  s[3] = 0;
  strcpy(s + 4, s);
#elif CASE == 10
  char t[8];
  strcpy(t, s);
  strcat(t, "x");
  memcpy(s, t, sizeof s);
  sprintf(s, "%s!", t);
  strncpy(t, "yz", 8);
  struct { char name[4], out[8]; } next = {{'a', 'b', 'c', 'd'}};
  sprintf(next.out, "%.4s", next.name);
  memcpy(next.out, next.name, 4);
  strncpy(next.out, next.name, 4);
#elif CASE == 11
  snprintf(s, 4, "-%s", s);
#endif
  return 0;
}
