#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int run(const char *code) {
  static void *const table[] = {&&add, &&twice, &&stop};
  int value = 1;
  goto *table[(int)*code++];
add:
  value += 5;
  goto *table[(int)*code++];
twice:
  value *= 2;
  goto *table[(int)*code++];
stop:
  return value;
}

static int choose(int n) {
  void *to = n > 3 ? &&high : &&low;
#ifdef NOWHERE
  if (n == 7) to = 0;
#endif
  goto *to;
low:
  return 1;
high:
  return 2;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  assert(run("\0\1\0\2") == 17);
  assert(choose(n) == (n > 3) + 1);
#ifdef WRONG
  assert(choose(n) == 1);
#endif
  return 0;
}
