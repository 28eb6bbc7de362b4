#include <assert.h>
int sensor(void);

int main(void) {
  assert(sensor() != 3);
  return 0;
}
