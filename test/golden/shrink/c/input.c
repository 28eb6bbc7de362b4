int f(int n) { return n > 0 ? n : 1; }
int main(void) {
  int a = 3;
  while (a > 0) {
    if (a == 2) a = f(a + 1) - 2;
    a--;
  }
  return a;
}
