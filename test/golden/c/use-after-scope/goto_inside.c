/* violated */
void reach_error(void) {}
int main(void) {
  int *p = 0;
  {
    int x = 5;
  again:
    if (p) {
      if (*p == 5) reach_error();
      return 0;
    }
    p = &x;
    goto again;
  }
}
