extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, "below.c", __LINE__, "main"))
int x, y, z;
int main(void) {
  y = 22;
  x = 12;
  z = x * x + 1;
  if (x <= 0) {
    if (y > 42) {
      y = y - x;
    } else {
      y = 42;
    }
  }
  assert(y < 44);
}
