#include <assert.h>
static int x;
static void set(void) { x = 1; }
struct operations { void (*set)(void); };
const struct operations exported = {set};
void run(void);
int main(void) {
  run();
  assert(x == 0);
}
