/* use of 'x' after its function returned */
void reach_error(void) {}
int *f(void) {
  int x = 1;
  int *p = &x;
  return p;
}
int main(void) {
  int *p = f();
  if (*p != 1) reach_error();
  return 0;
}
