extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a < 0) return 0;
  int b = a + 1;
  int size = sizeof(long);
  if (size != 4) reach_error();
  return b;
}
