/* write to 'limit', which is constant */
void reach_error(void) {}
const int limit = 3;
void set(int *p) {
  *p = 4;
}
int main(void) {
  set((int *)&limit);
  if (limit == 4) reach_error();
  return 0;
}
