#include <assert.h>
#include <stdlib.h>
struct s { char c; unsigned a : 5; unsigned b : 11; unsigned char d; unsigned e : 17; };
int nondet(void);
int main(void) {
  int n = nondet(); if (n < 1 || n > 20) return 0;
  struct s *v = malloc(n * sizeof *v);
  int i = nondet(); if (i < 0 || i >= n) return 0;
  v[i].c = 1; v[i].a = 3; v[i].b = 1000; v[i].d = 200; v[i].e = 100000;
  assert(v[i].c == 1 && v[i].a == 3 && v[i].b == 1000 && v[i].d == 200 && v[i].e == 100000);
#ifdef WRONG
  assert(i != 3);
#endif
  free(v);
}
