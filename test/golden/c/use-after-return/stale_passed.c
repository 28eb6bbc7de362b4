/* use of 'x' after its function returned */
void reach_error(void) {}
int *g;
int f(int *p) {
  int x = 1;
  if (p) return *p;
  g = &x;
  return 0;
}
int main(void) {
  f(0);
  if (f(g) != 1) reach_error();
  return 0;
}
