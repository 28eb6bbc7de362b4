#include <assert.h>
static int released;
static void release(int *p) { released = *p; }
int main(void) {
  { __attribute__((cleanup(release))) int x = 1; goto out; }
out:
  assert(released == 1);
  return 0;
}
