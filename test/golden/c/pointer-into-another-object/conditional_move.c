/* holds */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int a[4], b[4];
int main(void) {
  int *p = __VERIFIER_nondet_int() ? a : b;
  int i = __VERIFIER_nondet_int();
  int *q = i >= 0 && i < 4 ? p + i : p;
  *q = 0;
  if (a[0] + b[3] != 0) reach_error();
  return 0;
}
