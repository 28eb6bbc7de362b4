#include <stdio.h>
#include <stdlib.h>

struct item {
  int id;
  struct item *next;
};
extern void known_elsewhere(int number);

int main(void) {
  int a[3] = {1, 2, 3}, index = 3, zero = 0;
  int *p = NULL;
  struct item *list = NULL;
  printf("%d %d\n", a[0], a[index - 1]);
  USE;
  return zero;
}
