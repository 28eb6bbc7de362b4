/* bad free */
void reach_error(void) {}
void free(void *);
int main(void) {
  int x;
  free(&x);
  reach_error();
  return 0;
}
