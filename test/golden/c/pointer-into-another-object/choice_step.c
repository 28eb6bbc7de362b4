/* a pointer that is moved from one object to another */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
struct s {
  int v[6];
  int tail;
} a, b;
int main(void) {
  struct s *p = __VERIFIER_nondet_int() ? &a : &b;
  int *t = &p->tail;
  t++;
  t++;
  t++;
  t++;
  *t = 1;
  if (b.v[0]) reach_error();
  return 0;
}
