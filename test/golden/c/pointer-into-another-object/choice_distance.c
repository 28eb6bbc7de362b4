/* a pointer that is moved from one object to another */
void reach_error(void) {}
int a[4], b[4];
int main(void) {
  int *p = a, *q = b;
  int *r = p - (p - q);
  *r = 1;
  if (b[0] == 1) reach_error();
  return 0;
}
