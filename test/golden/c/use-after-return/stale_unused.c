/* holds */
void reach_error(void) {}
int *g;
int f(int n) {
  int x = n;
  g = &x;
  *g += 1;
  return x;
}
int main(void) {
  for (int i = 0; i < 3; i++)
    if (f(i) != i + 1) reach_error();
  return 0;
}
