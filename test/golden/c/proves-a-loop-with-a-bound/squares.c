extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  unsigned n = 0, square = 0;
  while (__VERIFIER_nondet_int()) {
    square += 2 * n + 1;
    n++;
  }
  if (square != n * n) reach_error();
  return 0;
}
