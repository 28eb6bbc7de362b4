#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
extern int device_read(uint8_t *to, size_t size);
int main(void) {
  uint8_t *buffer = calloc(1, 300);
  int got = device_read(buffer, 300);
  assert(buffer[299] == 0);
  uint8_t last = got > 0 ? buffer[got - 1] : 0;
  free(buffer);
  return last;
}
