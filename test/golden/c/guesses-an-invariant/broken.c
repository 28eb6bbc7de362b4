extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0;
  while (i < n) i += 2;
  if (n > 4 && i != n) reach_error();
  return 0;
}
