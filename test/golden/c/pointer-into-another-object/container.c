/* violated */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
struct node {
  int a;
  struct node *next;
} x, y;
struct node *of(struct node **field) {
  return (struct node *)((char *)field - (unsigned long)&((struct node *)0)->next);
}
int main(void) {
  struct node *p = __VERIFIER_nondet_int() ? &x : &y;
  p->a = 4;
  if (of(&p->next)->a == 4) reach_error();
  return 0;
}
