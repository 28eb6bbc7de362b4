int main(void) {
  int a[2] = {0, 1};
  int zero = a[0];
  int x = 1 / zero;
  return x;
}
