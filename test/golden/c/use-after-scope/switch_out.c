/* use of 'x' after its scope ended */
void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = 0;
  switch (__VERIFIER_nondet_int()) {
    case 1: {
      int x = 1;
      p = &x;
      break;
    }
    default:
      return 0;
  }
  __VERIFIER_assert(*p);
  return 0;
}
