#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct node { int value; struct node *next; };
union word { unsigned number; unsigned char bytes[4]; };
int table[8];
int twice(int x) { return 2 * x; }
int thrice(int x) { return 3 * x; }
unsigned fibonacci(unsigned n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
int main(void) {
  unsigned char i = __VERIFIER_nondet_uchar() & 7;
  int *p = &table[i];
  *p = 5;
  int sum = 0;
  for (int k = 0; k < 8; k++) sum += table[k];
  assert(sum == 5);
  union word w;
  w.number = 0x01020304;
  assert(w.bytes[0] == 4 && w.bytes[3] == 1);
  struct node *list = 0;
  for (int k = 0; k < 3; k++) {
    struct node *n = malloc(sizeof *n);
    n->value = k;
    n->next = list;
    list = n;
  }
  assert(list->next->value == 1 && !list->next->next->next);
  int (*f)(int) = i & 1 ? twice : thrice;
  assert(f(6) == (i & 1 ? 12 : 18));
  assert(fibonacci(7) == 13);
#ifdef WRONG
  assert(table[3] == 0);
#endif
  return 0;
}
