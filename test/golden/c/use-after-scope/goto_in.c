/* violated */
void reach_error(void) {}
int main(void) {
  int *p = 0;
  goto in;
  {
    int x;
  in:
    x = 3;
    p = &x;
    if (*p == 3) reach_error();
  }
  return 0;
}
