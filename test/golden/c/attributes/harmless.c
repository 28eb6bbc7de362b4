#include <assert.h>
struct __attribute__((packed)) pair {
  char tag __attribute__((packed));
  int value;
};
__attribute__((noclone, noipa, optimize("O0"), cold, noinline, section(".text.x"))) static int
steps(int x __attribute__((unused))) {
  switch (x) {
    case 1: ++x; __attribute__((fallthrough));
    default: return x + 1;
  }
}
__attribute__((access(read_only, 1), nonnull)) static int read(const int *p) { return *p; }
int main(void) {
  static int one __attribute__((used, aligned(16))) = 1;
  assert(steps(read(&one)) == 3 && sizeof(struct pair) == 5);
  return 0;
}
