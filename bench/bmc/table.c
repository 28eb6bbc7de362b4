/* 100000 elements: all are written, two of them again at unknown places, and one is read. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

enum { SIZE = 100000 };
static int table[SIZE];

int main(void) {
  for (int i = 0; i < SIZE; i++) table[i] = i;
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  unsigned c = __VERIFIER_nondet_uint();
  if (a >= SIZE || b >= SIZE || c >= SIZE) return 0;
  int old = table[a];
  table[a] = table[b];
  table[b] = old;
  assert(table[c] == (c == a ? (int)b : c == b ? (int)a : (int)c));
  return 0;
}
