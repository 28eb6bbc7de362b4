/* an access outside of every known object */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int a[4], b[4];
int main(void) {
  int *p = __VERIFIER_nondet_int() ? a : b;
  if (p == a) p[6] = 1;
  if (b[0]) reach_error();
  return 0;
}
