extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}

static int table[100000];

int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
#ifdef BEYOND
  if (i > 100000 || k >= 100000) return 0;
#else
  if (i >= 100000 || k >= 100000) return 0;
#endif
  table[i] = 7;
  table[k]++;
#ifdef SAME
  if (table[i] != 7) reach_error();
#else
  if (table[i] != (i == k ? 8 : 7)) reach_error();
#endif
  return 0;
}
