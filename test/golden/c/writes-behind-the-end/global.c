extern int __VERIFIER_nondet_int(void);
static const int table[4] = {1, 2, 3, 4};
static int get(int n) { return table[n]; }
#ifndef INDEX
#define INDEX n & 7
#endif
int main(void) {
  int n = __VERIFIER_nondet_int();
  return get(INDEX);
}
