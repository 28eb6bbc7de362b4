/* use of 'x' after its function returned */
void reach_error(void) {}
int *g;
void f(void) {
  int x = 1;
  g = &x;
}
int main(void) {
  f();
  if (*g != 1) reach_error();
  return 0;
}
