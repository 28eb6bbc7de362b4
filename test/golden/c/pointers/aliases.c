// What p points to changes under several names; each of the paper's assignments occurs.
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
#define check(condition) ((condition) ? (void)0 : reach_error())

struct node {
  int value;
  struct node *next;
};

int x, y;
struct node first, second;

void swap(int *a, int *b) {
  int old = *a;
  *a = *b;
  *b = old;
}

int main(void) {
  int *p = &x, *q = &y, **pp = &p;
  struct node *n = &first;
  x = 1;  // aliasing: *p changes
  check(*p == 1);
  if (__VERIFIER_nondet_int()) p = q;  // inferred: *p is *q
  *q = 2;                              // aliasing: *p changes if p is q
  check(*p == (p == q ? 2 : 1));
  *pp = &y;  // p is assigned by way of pp
  check(*p == 2);
  p = &x;
  swap(p, q);
  check(*p == 2 && *q == 1);
  first.next = &second;
  second.next = &first;
  n->next->value = 7;
  n = n->next;
  check(n->value == 7);
  first.value = 8;
  n = __VERIFIER_nondet_int() ? n->next : n;
#ifdef BROKEN
  check(n->value == 7);
#else
  check(n->value == 7 || n->value == 8);
#endif
  return 0;
}
