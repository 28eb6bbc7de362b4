/* use of a literal after its scope ended */
void reach_error(void) {}
int main(void) {
  int *p;
  { p = (int[]){1, 2}; }
  if (p[1] != 2) reach_error();
  return 0;
}
