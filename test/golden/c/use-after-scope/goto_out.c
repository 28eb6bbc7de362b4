/* use of 'x' after its scope ended */
void reach_error(void) {}
int main(void) {
  int *p;
  {
    int x = 1;
    p = &x;
    goto out;
  }
out:
  if (*p == 1) reach_error();
  return 0;
}
