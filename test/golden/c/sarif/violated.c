extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int square(int x) { return x * x; }
int main(void) {
  int x = 0;
  for (int i = 0; i < 3; i++) {
    x = __VERIFIER_nondet_int() & 15;
  }
  if (square(x) == 144) reach_error();
  return 0;
}
