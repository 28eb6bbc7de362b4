#include <assert.h>
int main(void) {
  int a[4] = {0}, n = 0;
  for (int *p = a; p < a + 4; p++) n++;
  assert(n == 4);
}
