#include <assert.h>

/* A pointer to the first element may walk over the whole array, and one past a row may be formed. */
int a[2][3];

int main(void) {
  int *p = &a[0][0], *end = &a[0][3];
  for (int i = 0; i < 6; i++) p[i] = i;
  assert(*end == 3 && end == a[1]);
  return 0;
}
