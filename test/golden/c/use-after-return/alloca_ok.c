/* violated */
void reach_error(void) {}
void *alloca(unsigned);
int main(void) {
  int *p = alloca(4);
  *p = 1;
  if (*p) reach_error();
  return 0;
}
