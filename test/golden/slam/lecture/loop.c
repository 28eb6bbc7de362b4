extern void __assert_fail(const char *, const char *, unsigned, const char *);
extern int __VERIFIER_nondet_int(void);
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, "loop.c", __LINE__, "main"))
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  int z;
  while (x != y) {
    z = y;
    assert(x != z);
    y = y - 1;
  }
}
