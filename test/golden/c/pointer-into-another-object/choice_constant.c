/* an access outside of every known object */
void reach_error(void) {}
int a[4], b[4];
int main(void) {
  a[6] = 1;
  if (b[0]) reach_error();
  return 0;
}
