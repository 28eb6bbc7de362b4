/* bad free */
void reach_error(void) {}
void *malloc(unsigned);
void free(void *);
int main(void) {
  char *p = malloc(4);
  free(p + 1);
  reach_error();
  return 0;
}
