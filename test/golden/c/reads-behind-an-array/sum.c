extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int table[4] = {1, 2, 3, 4};

static int sum(int from, int to) {
  int result = 0;
  for (int i = from; i <= to; i++) result += table[i];
  return result;
}

int main(void) {
  int to = __VERIFIER_nondet_int();
  if (to < 3 || to > 4) return 0;
  if (sum(2, to) != 7) reach_error();
  return 0;
}
