/* holds */
void reach_error(void) {}
int main(void) {
  int *p;
  int r;
  {
    int x = 1;
    p = &x;
    r = *p;
  }
  if (r != 1) reach_error();
  return 0;
}
