extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}

/* True of integers, but not of words: after three rounds, x is 0. */
int main(void) {
  unsigned x = 1;
  while (__VERIFIER_nondet_uint() != 0) x += 1431655765u;
  if (x < 1) reach_error();
  return 0;
}
