extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static int table[4];

int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i == 4) table[i] = 1;
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  unsigned long long product = (unsigned long long)a * b;
  while (product % 1000003 != 7) product = product * product + a;
  if (product == 12345) reach_error();
  return 0;
}
