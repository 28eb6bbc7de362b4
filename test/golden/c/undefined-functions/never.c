#include <assert.h>
__attribute__((noreturn)) void start(void (*task)(void));
static void task(void) { assert(0); }
int main(void) {
  start(task);
  assert(0);
}
