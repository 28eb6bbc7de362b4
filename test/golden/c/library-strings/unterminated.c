#include <assert.h>
#include <string.h>
int main(void) {
  char letters[4] = {'a', 'b', 'c', 'd'};
  int n = 0;
  n += strlen(letters);
  assert(n == 4);
  return 0;
}
