/* use of memory of 'alloca' after its function returned */
void reach_error(void) {}
void *alloca(unsigned);
int *f(void) {
  int *p = alloca(4);
  *p = 1;
  return p;
}
int main(void) {
  int *p = f();
  if (*p) reach_error();
  return 0;
}
