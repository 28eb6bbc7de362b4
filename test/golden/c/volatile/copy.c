#include <assert.h>
struct pair { int a, b; };
extern volatile struct pair device;
struct inner { volatile int status; int other; } known, *p = &known;
int main(void) {
  struct pair copied = device;
  struct inner same;
#ifdef MEMBERS
  same = known;
#endif
#ifdef POINTER
  same = *p;
#endif
  assert(copied.a == copied.b);
  return 0;
}
