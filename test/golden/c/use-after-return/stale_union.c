/* use of 'x' after its function returned */
void reach_error(void) {}
union {
  int *p;
  char c[8];
} u;
int f(int n) {
  int x = n;
  if (n) {
    u.p = &x;
    return x;
  }
  return *u.p;
}
int main(void) {
  f(1);
  if (f(0) == 0) reach_error();
  return 0;
}
