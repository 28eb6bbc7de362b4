/* use of 'i' after its scope ended */
int main(void) {
  int *p;
  for (int i = 0; i < 3; i++) p = &i;
  return *p == 3;
}
