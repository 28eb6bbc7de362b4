extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);

int main(void) {
  short x = __VERIFIER_nondet_short();
  int rounds = 0, last = 0;
  if (x == 5) {
    if (x < 3) goto second;
  first:
  second:
    last = 17;
    if (++rounds < 7 && last < 3) goto first;
  }
  if (last == 17) reach_error();
  return 0;
}
