#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
struct pair { int key; char *name; };
int main(void) {
  int from[4] = {1, 2, 3, 4}, to[4], n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
  memset(to, 0xff, sizeof to);
  memcpy(to, from, n * sizeof *to);
  for (int i = 0; i < 4; i++) assert(to[i] == (i < n ? from[i] : -1));
  memmove(from + 1, from, 3 * sizeof *from);
  assert(from[0] == 1 && from[1] == 1 && from[2] == 2 && from[3] == 3);
  struct pair a[2] = {{1, "x"}, {2, "y"}}, b[2], *p = b;
  memcpy(p, a, (n > 2 ? 2 : 1) * sizeof *p);
  assert(b[0].key == 1 && b[0].name[0] == 'x');
  if (n > 2) assert(b[1].name == a[1].name);
  assert(memcmp("abc", "abd", 2) == 0 && memcmp("abc", "abd", 3) < 0);
  assert(memchr(a, 0, n) || n == 0 || n == 1);
#ifdef WRONG
  assert(memcmp(to, from, n * sizeof *to) == 0);
#endif
  return 0;
}
