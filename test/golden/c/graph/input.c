void assert(int);
int f(int a) {
  while (a > 3) a /= 2;
  return a;
}
int main(void) {
  assert(f(7) != 1);
  return 0;
}
