#include <assert.h>
struct registers { int control; volatile int status; };
int main(void) {
  if (((struct registers *)0)->status == 3) assert(0);
  return 0;
}
