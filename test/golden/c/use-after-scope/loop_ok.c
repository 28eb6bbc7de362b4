/* holds */
void reach_error(void) {}
int main(void) {
  int *p = 0;
  for (int i = 0; i < 3; i++) {
    int x = i;
    p = &x;
    if (*p != i) reach_error();
  }
  return 0;
}
