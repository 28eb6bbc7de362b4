extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned char turn = __VERIFIER_nondet_int();
  while (turn != 0) turn--;
  return 0;
}
