extern int __VERIFIER_nondet_int(void);
extern void exit(int);
void reach_error(void) {}
int x = 3, done;
int main(void) {
  while (x > 0) x--;
  if (__VERIFIER_nondet_int()) exit(1);
#ifdef ERRORS
  if (__VERIFIER_nondet_int()) reach_error();
#endif
  done = 1;
  return 0;
}
