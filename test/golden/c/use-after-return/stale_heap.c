/* use of 'x' after its function returned */
void reach_error(void) {}
void *malloc(unsigned);
int **g;
int f(void) {
  int x = 1;
  if (*g) return **g;
  *g = &x;
  return 0;
}
int main(void) {
  g = malloc(sizeof *g);
  *g = 0;
  f();
  if (f() != 1) reach_error();
  return 0;
}
