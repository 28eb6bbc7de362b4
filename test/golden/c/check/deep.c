void reach_error(void) {}
int down(int n) { return n == 0 ? 0 : 1 + down(n - 1); }
int main(void) {
  if (down(20) == 20) reach_error();
  return 0;
}
