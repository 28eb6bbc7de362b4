#include <assert.h>
int main(int count, char **arguments) {
  assert(count != 3);
  return 0;
}
