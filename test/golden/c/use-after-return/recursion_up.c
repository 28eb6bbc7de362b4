/* use of 'x' after its function returned */
void __VERIFIER_assert(int);
int *g;
void f(int n) {
  int x = n;
  if (n)
    f(n - 1);
  else
    g = &x;
}
int main(void) {
  f(2);
  __VERIFIER_assert(*g);
  return 0;
}
