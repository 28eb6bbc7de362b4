// All elements are 1, so what they add up to is how many there are.
#include <assert.h>

int a[5000];

int main(void) {
  for (int i = 0; i < 5000; i++) a[i] = 1;
  int sum = 0;
  for (int i = 0; i < 5000; i++) sum += a[i];
  assert(sum == 5000);
  return 0;
}
