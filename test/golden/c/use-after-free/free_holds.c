/* holds */
void reach_error(void) {}
void *malloc(unsigned);
void free(void *);
int main(void) {
  int *p = malloc(4);
  *p = 5;
  int v = *p;
  free(p);
  free((void *)0);
  if (v != 5) reach_error();
  return 0;
}
