extern unsigned __VERIFIER_nondet_uint(void);
int table[4];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  table[i & 7] = 1;
  return 0;
}
