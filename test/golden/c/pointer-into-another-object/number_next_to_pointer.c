/* holds */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
struct node {
  unsigned data;
  struct node *next;
} x, y;
int main(void) {
  struct node *p = &x;
  x.next = &y;
  y.next = &x;
  p->data = __VERIFIER_nondet_int();
  unsigned more = p->next->data + p->data + 40;
  if (more - 40 != x.data) reach_error();
  return 0;
}
