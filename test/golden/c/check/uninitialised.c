extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  int x, unused;
  int n = __VERIFIER_nondet_int();
  unused += 1;
#ifdef SET
  x = n;
#endif
  if (x == 77 && n > 3) reach_error();
  return 0;
}
