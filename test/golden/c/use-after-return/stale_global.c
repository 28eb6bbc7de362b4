/* use of 'x' after its function returned */
void reach_error(void) {}
int *g;
int f(void) {
  int x = 1;
  if (g) return *g;
  g = &x;
  return 0;
}
int main(void) {
  f();
  if (f() != 1) reach_error();
  return 0;
}
