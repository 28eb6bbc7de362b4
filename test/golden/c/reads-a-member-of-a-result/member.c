#include <assert.h>
struct p { int x, y; };
struct q { struct p a; int v[3]; };
static struct q f(int x) { struct q r = {{x, x + 1}, {1, 2, 3}}; return r; }
int nondet(void);
int main(void) {
  int x = nondet(); if (x > 1000 || x < -1000) return 0;
  assert(f(x).a.y == x + 1);
  assert(f(x).v[1] == 2);
#ifdef WRONG
  assert(f(x).a.x != 7);
#endif
}
