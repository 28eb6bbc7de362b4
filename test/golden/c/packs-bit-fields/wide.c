// The word that holds d has two bytes behind it that belong to no member.
#include <assert.h>

struct Wide {
  unsigned b : 8;
  long long d : 40;
};

struct Tail {
  long long d : 40;
  char c;
};

int main(void) {
  struct Wide wide = {1, 2};
  struct Wide* p = &wide;
  wide.d = -1;
  assert(wide.b == 1 && p->d == -1);
  struct Tail tail;
  tail.c = 3;
  tail.d = 7;
  assert(tail.c == 3 && tail.d == 7);
  assert(wide.d == 5);
  return 0;
}
