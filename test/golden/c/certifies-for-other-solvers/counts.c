#include <assert.h>
extern unsigned char random_byte(void);
int done;

int main(void) {
  unsigned limit = random_byte() % 4, sum = 0;
  int table[4] = {1, 2, 3, 4};
  for (unsigned i = 0; i < limit; i++) sum += table[i];
  assert(sum <= 6);
  done = 1;
}
