extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

static int slots[100000];
static const unsigned char sizes[40] = {1, 2, 4, 8, 16, 32, 64, 128};

static int get(int at) { return slots[at]; }

int main(void) {
  int i = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
  if (i < 0 || k <= i || k >= 99999) return 0;
  slots[i] = 7;
#ifdef SAME
  slots[k - 1] = 8;
#else
  slots[k] = 8;
#endif
  while (__VERIFIER_nondet_int()) slots[k + 1] = __VERIFIER_nondet_int();
  if (get(i) != 7) reach_error();
  if (sizes[k & 31] == 3) reach_error();
  return 0;
}
