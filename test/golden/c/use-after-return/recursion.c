/* violated */
void reach_error(void) {}
int f(int n, int *up) {
  int x = n;
  if (n == 0) {
    *up = 9;
    return *up;
  }
  f(n - 1, &x);
  return x;
}
int main(void) {
  int y;
  if (f(1, &y) == 9) reach_error();
  return 0;
}
