/* use of 'i' after its scope ended */
void __VERIFIER_assert(int);
int main(void) {
  int *p;
  for (int i = 0; i < 3; i++) p = &i;
  __VERIFIER_assert(*p == 3);
  return 0;
}
