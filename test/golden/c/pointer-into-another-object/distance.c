/* violated */
void reach_error(void) {}
int a[4], b[4];
int length(int *from, int *to) { return to - from; }
int main(void) {
  int *middle = a + length(b, b + 2);
  *middle = 3;
  if (a[2] == 3) reach_error();
  return 0;
}
