// As many entries as the user wants, in a table that is large, but has an end.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  static int table[20000];
  int wanted = __VERIFIER_nondet_int();
  unsigned hash = 5381;
  for (int i = 0; i < wanted; ++i) {
    table[i] = __VERIFIER_nondet_int();
    hash = hash * 33 + table[i];
  }
  return hash & 127;
}
