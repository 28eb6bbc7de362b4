/* a pointer that is moved from one object to another */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int a[4], b[4];
int main(void) {
  int *p = a, *q;
  p = p + 6;
  q = __VERIFIER_nondet_int() ? p : b;
  *q = 1;
  if (b[0]) reach_error();
  return 0;
}
