extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  int x = __VERIFIER_nondet_int();
#ifdef REACHED
  if (x == 3) {
#else
  if (x == 3 && x == 4) {
#endif
    volatile long double d = x;
    if (d * d > 2.0) reach_error();
  }
  return 0;
}
