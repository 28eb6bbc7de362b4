#include <assert.h>
#include <stdio.h>
int main(void) {
  char name[4] = {'a', 'b', 'c', 'd'};
  printf("%.4s %d\n", name, 4);
#ifdef STRING
  printf("%d %s\n", 4, name);
#endif
#ifdef LINE
  puts(name);
#endif
  assert(name[0] == 'a');
  return 0;
}
