#include <assert.h>

static int half(int count) {
  return count / 2;
}

static int third(int size) {
  return size / 3;
}

int main(void) {
  int count = 9;
  int left = 9;
  while (count-- > 0) count = half(count - 2);
  if (left-- > 0) third(left);
  assert(left != 8);
  return 0;
}
