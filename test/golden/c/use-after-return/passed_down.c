/* holds */
void reach_error(void) {}
void set(int *p) {
  *p = 7;
}
int main(void) {
  int x = 0;
  set(&x);
  if (x != 7) reach_error();
  return 0;
}
