/* violated */
void reach_error(void) {}
int a = 1, b = 2;
int main(void) {
  unsigned long u = (unsigned long)&a ^ (unsigned long)&b;
  int *p = (int *)(u ^ (unsigned long)&a);
  if (*p == 2) reach_error();
  return 0;
}
