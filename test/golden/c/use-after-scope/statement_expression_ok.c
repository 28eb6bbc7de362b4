/* violated */
void reach_error(void) {}
int main(void) {
  if (({
        int x = 1;
        int *p = &x;
        *p;
      }) == 1)
    reach_error();
  return 0;
}
