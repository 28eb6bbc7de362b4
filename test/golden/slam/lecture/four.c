extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, "four.c", __LINE__, "main"))
int x;
int main(void) {
  x = 4;
  if (x == 4) {
    x = x + 1;
  }
  assert(x == 5);
}
