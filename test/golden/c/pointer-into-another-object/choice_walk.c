/* violated */
void reach_error(void) {}
int a[2], b[2];
int sum(int *p, int *end) {
  int s = 0;
  while (p != end) s += *p++;
  return s;
}
int main(void) {
  a[1] = 1;
  b[0] = 2;
  if (sum(a, a + 2) + sum(b, b + 2) == 3) reach_error();
  return 0;
}
