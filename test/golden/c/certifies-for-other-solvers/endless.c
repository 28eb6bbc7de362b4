#include <assert.h>
extern unsigned char random_byte(void);

int main(void) {
  unsigned even = 0;
  for (;;) {
    if (random_byte()) even += 2;
    assert(even % 2 == 0);
  }
}
