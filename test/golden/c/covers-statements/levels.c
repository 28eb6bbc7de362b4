#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int clamp(int x) {
  if (x < 0) return 0;
  if (x > 100) return 100;
  return x;
}

int main(void) {
  int level = clamp(__VERIFIER_nondet_int());
  int i = 0;
  if (level > 100)
    level = 0;
  if (level * level == 1369)
    level = 1;
  while (i < 50) {
    if (i == 40)
      level = 2;
    ++i;
  }
  assert(level >= 0);
  return level;
  level = 3;
}
