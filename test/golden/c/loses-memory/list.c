#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
struct node *head;
static void push(int v) { struct node *n = malloc(sizeof *n); n->v = v; n->next = head; head = n; }
static void clear(void) { while (head) { struct node *n = head; head = n->next; free(n); } }
int main(void) {
  push(1); push(2);
  if (__VERIFIER_nondet_int()) { int *p = malloc(4); *p = 3; if (__VERIFIER_nondet_int()) exit(1); free(p); }
  if (__VERIFIER_nondet_int()) return 0;
  if (__VERIFIER_nondet_int()) { head = head->next; return 0; }
  if (__VERIFIER_nondet_int()) { int *q = malloc(4); return 0; }
  clear();
  return 0;
}
