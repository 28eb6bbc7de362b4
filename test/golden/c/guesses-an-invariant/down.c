extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

static int count(int n) {
  int i = 0;
  while (n > 0) {
    n--;
    i++;
  }
  return i;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0) return 0;
  if (count(n) != n) reach_error();
  return 0;
}
