/* use of a literal after its scope ended */
int main(void) {
  int *p = 0;
  if (!p) p = &(int){1};
  return *p;
}
