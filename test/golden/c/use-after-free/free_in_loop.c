/* violated */
void reach_error(void) {}
void *malloc(unsigned);
void free(void *);
int main(void) {
  int i;
  for (i = 0; i < 3; i++) {
    int *p = malloc(4);
    *p = i;
    if (*p == 2) reach_error();
    free(p);
  }
  return 0;
}
