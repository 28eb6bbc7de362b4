/* use of 'x' after its function returned */
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
  return *g;
}
