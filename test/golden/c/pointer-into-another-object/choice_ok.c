/* holds */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int a[4], b[4];
int main(void) {
  int *p = __VERIFIER_nondet_int() ? a : b;
  unsigned i = __VERIFIER_nondet_int();
  p[i & 3] = 1;
  if (a[0] + a[1] + a[2] + a[3] + b[0] + b[1] + b[2] + b[3] != 1) reach_error();
  return 0;
}
