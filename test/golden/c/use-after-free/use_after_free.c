/* use after free */
void reach_error(void) {}
void *malloc(unsigned);
void free(void *);
int main(void) {
  int *p = malloc(4);
  *p = 5;
  free(p);
  if (*p == 5) reach_error();
  return 0;
}
