extern int __VERIFIER_nondet_int(void);
int counter;
int main(void) {
  unsigned char x = __VERIFIER_nondet_int();
  while (x != 1) {
    counter++;
    x += 2;
  }
  return 0;
}
