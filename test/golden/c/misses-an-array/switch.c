extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char a[2] = {0, 0};
  unsigned i = __VERIFIER_nondet_uint() % 3;
  switch (a[i]) {
  case 1: return 1;
  default: return 0;
  }
}
