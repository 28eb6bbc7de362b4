#include <assert.h>

union word {
  int number;
  char bytes[4];
};
static int *kept;

static void keep(void) {
  int inside = 4;
  kept = &inside;
}

int main(void) {
  union word word;
  char *byte = (char *)&word + 1;
  int *device = (int *)0x40021000;
  keep();
  assert(!byte || !device);
  return 0;
}
