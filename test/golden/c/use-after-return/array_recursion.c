/* violated */
void reach_error(void) {}
void *alloca(unsigned);
int f(int n) {
  int *v = alloca(4);
  v[0] = n;
  if (n == 0) return 0;
  f(n - 1);
  return v[0];
}
int main(void) {
  if (f(2) == 2) reach_error();
  return 0;
}
