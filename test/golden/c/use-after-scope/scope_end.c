/* use of 'x' after its scope ended */
void reach_error(void) {}
int main(void) {
  int *p;
  {
    int x = 1;
    p = &x;
  }
  if (*p != 1) reach_error();
  return 0;
}
