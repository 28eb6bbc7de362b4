/* violated */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int a, b;
int main(void) {
  unsigned long u = __VERIFIER_nondet_int() ? (unsigned long)&a : (unsigned long)&b;
  u |= 1;
  u &= ~1ul;
  *(int *)u = 3;
  if (a == 3) reach_error();
  return 0;
}
