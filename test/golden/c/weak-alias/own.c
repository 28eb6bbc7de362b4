// An alias stands for its own file's definition, also where that gives way to another.
#include <assert.h>

__attribute__((weak)) int mode(void) { return 1; }
int first_mode(void) __attribute__((alias("mode")));
__attribute__((weak)) int level = 1;
extern int first_level __attribute__((alias("level")));

int main(void) {
  assert(mode() == 2 && level == 2);
  assert(first_mode() == 1 && first_level == 1);
  return 0;
}
