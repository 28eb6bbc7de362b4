#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
extern int device_read(uint8_t *to, size_t size);
extern size_t wanted(void);
int main(void) {
  size_t size = wanted();
  if (size == 0 || size > 8) return 0;
  uint8_t *buffer = malloc(size), sum = 0;
  int got = device_read(buffer, size);
  if (got > 0 && (size_t)got <= size)
    for (int i = 0; i < got; i++) sum ^= buffer[i];
  free(buffer);
  return sum;
}
