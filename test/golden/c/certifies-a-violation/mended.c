#include <assert.h>
#include <stdlib.h>
extern unsigned char random_byte(void);

static void spoil(unsigned char *bytes, unsigned at) { bytes[at] = 1; }

int main(void) {
  unsigned sum = 0, first;
  unsigned char *bytes = malloc(4);
  for (unsigned i = 0; i < 5; i++) sum += random_byte() & 1;
  assert(sum != 6);
  if (first == 77) spoil(bytes, sum % 4);
  free(bytes);
}
