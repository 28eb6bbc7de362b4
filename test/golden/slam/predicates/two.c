extern void reach_error(void);
int total;
int twice(int n) { return n + n; }
int main(void) {
  int m = 3;
  total = twice(m);
  if (total != 6) reach_error();
}
