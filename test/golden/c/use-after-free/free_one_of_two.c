/* holds */
void reach_error(void) {}
void *malloc(unsigned);
void free(void *);
int main(void) {
  int *p = malloc(4), *q = malloc(4);
  *q = 3;
  free(p);
  if (*q != 3) reach_error();
  return 0;
}
