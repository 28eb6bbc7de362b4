extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int a = 0, b = 0;
  while (__VERIFIER_nondet_int()) {
    a++;
    b++;
  }
  if (a != b) reach_error();
  return 0;
}
