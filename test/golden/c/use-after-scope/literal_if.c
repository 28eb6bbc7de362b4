/* use of a literal after its scope ended */
void __VERIFIER_assert(int);
int main(void) {
  int *p = 0;
  if (!p) p = &(int){1};
  __VERIFIER_assert(*p);
  return 0;
}
