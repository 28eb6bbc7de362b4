extern void reach_error(void);
int main(void) {
  int a = 1;
  if (a > 5) {
    reach_error();
  }
}
