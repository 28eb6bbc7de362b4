/* use of 'v' after its scope ended */
void reach_error(void) {}
int main(void) {
  int *p;
  {
    const int n = 2;
    int v[n];
    v[1] = 1;
    p = v;
  }
  if (p[1]) reach_error();
  return 0;
}
