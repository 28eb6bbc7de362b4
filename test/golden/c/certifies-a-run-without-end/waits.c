extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x;
  do x = __VERIFIER_nondet_int(); while (x != 3);
  return 0;
}
