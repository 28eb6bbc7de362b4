/* bad free */
void reach_error(void) {}
void *malloc(unsigned);
void free(void *);
int main(void) {
  int *p = malloc(4);
  free(p);
  free(p);
  reach_error();
  return 0;
}
