// A deeper call changes what the caller reads after it.
int __VERIFIER_nondet_int(void);
void reach_error(void);

static void f(int n) {
  static int v;
  v = n;
  if (n > 0) f(n - 1);
  for (int k = 0; k < 3;) {
    if (__VERIFIER_nondet_int()) v++;
    if (__VERIFIER_nondet_int()) k++;
  }
  if (n == 1 && v == 7) reach_error();
}

int main(void) {
  f(1);
  return 0;
}
