/* violated */
void reach_error(void) {}
int *g;
void f(void) {
  int x = 1;
  g = &x;
  if (*g == 1) reach_error();
}
int main(void) {
  int i;
  for (i = 0; i < 2; i++) f();
  return 0;
}
