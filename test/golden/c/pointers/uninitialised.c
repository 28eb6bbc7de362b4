// p may have no value; a run in which it happens to be an address is none that C can be made to follow.
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int x = 1, y = 2;

int main(void) {
  int *p;
  if (__VERIFIER_nondet_int()) p = &x;
  if (p == &x && *p != 1) reach_error();
  x = 5;
  if (p == &x && *p == 5 && y == 2) reach_error();
  return 0;
}
