extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern long long __VERIFIER_nondet_longlong(void);
extern void abort(void);
void reach_error(void) {}
int g;
int pick(void) { return __VERIFIER_nondet_int(); }
void check(int wanted) {
  if (wanted == 5 && g == -3) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
int main(void) {
  {
    int inner = __VERIFIER_nondet_int();
    if (inner != 9) return 0;
  }
  { int hidden = __VERIFIER_nondet_int(); if (hidden != 4) return 0; }
  {
    int left = __VERIFIER_nondet_int();
    g = left;
  }
  int twice = pick();
  if (twice != (-2147483647 - 1)) return 0;
  {
    int twice = __VERIFIER_nondet_int();
    if (twice != 1) return 0;
  }
  long long wide = __VERIFIER_nondet_longlong();
  if (wide != (-9223372036854775807LL - 1)) return 0;
  unsigned char i;
  i = __VERIFIER_nondet_uchar();
  while (i != 200) {
    i = __VERIFIER_nondet_uchar();
  }
  int items[2];
  items[1] = __VERIFIER_nondet_int();
  if (items[1] != 6) return 0;
  check(pick());
  return 0;
}
