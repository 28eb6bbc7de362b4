#include <assert.h>
#include <stdlib.h>
void die(void) __attribute__((noreturn));
static int n;
static void at_end(void) { assert(n == 0); }
int main(void) {
  atexit(at_end);
  n = 1;
  die();
}
