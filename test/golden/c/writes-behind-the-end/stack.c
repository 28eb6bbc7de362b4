extern int __VERIFIER_nondet_int(void);

int main(void) {
  char text[4];
  int length = __VERIFIER_nondet_int() & 7;
  text[length] = 0;
  return 0;
}
