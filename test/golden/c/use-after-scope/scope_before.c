/* violated */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  int *p;
  if (__VERIFIER_nondet_int()) reach_error();
  {
    int x = 1;
    p = &x;
  }
  *p = 2;
  return 0;
}
