/* use of 'x' after its scope ended */
void __VERIFIER_assert(int);
int main(void) {
  __VERIFIER_assert(*({
    int x = 1;
    &x;
  }));
}
