#include <assert.h>

struct s { int a; };

static void inner(struct s *q) { q->a = 2; }

static void set(struct s *p) {
  p->a = 1;
  inner(p);
  p->a = 3;
}

/* Its x is not the caller's. */
static void other(struct s *p) {
  int x = 7;
  p->a = x;
}

int main(void) {
  struct s x = {0};
  set(&x);
  assert(x.a == 3);
  other(&x);
  assert(x.a == 1);
}
