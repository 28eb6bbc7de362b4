void reach_error(void) {}
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
int main(void) {
  long *last = malloc(4);
  if (sizeof(long) != 4) reach_error();
  *last = 7;
  free(last);
  return 0;
}
