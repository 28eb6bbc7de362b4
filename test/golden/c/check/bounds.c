extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int table[4];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  table[i & 7] = 1;
  if (table[0] > 1) reach_error();
  return 0;
}
