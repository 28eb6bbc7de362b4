extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}

/* What the inner loop keeps rests on what the outer loop does not. */
int main(void) {
  unsigned x = 1;
  int y = 1;
  while (__VERIFIER_nondet_uint() != 0) {
    while (__VERIFIER_nondet_uint() != 0)
      if (x < 1) y = 0;
    x += 1431655765u;
  }
  if (y != 1) reach_error();
  return 0;
}
