#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct pair { int a, b; };
static void set(int *p) { *p = 7; }
static int squared(const int x) {
#ifdef PARAMETER
  *(int *)&x = 3;
#endif
  return x * x;
}

int main(void) {
  for (int i = 0; i < 3; i++) {
    const int twice = 2 * i;  /* has a value each time */
    const struct pair pair = {i, twice};
    const char text[] = "ab";
    const int many[300] = {i};
    const int unknown = __VERIFIER_nondet_int();
    int *const kept = malloc(sizeof(int));
    const int called = squared(i);
    *kept = 1;
    assert(pair.a + pair.a == twice && many[0] == i && many[299] == 0 && text[2] == 0);
    assert(called == i * i);
#ifdef DIRECTLY
    *(int *)&twice = 1;
#endif
#ifdef BY_POINTER
    set((int *)&pair.b);
#endif
#ifdef ARRAY
    ((char *)text)[i] = 'c';
#endif
#ifdef CHOICE
    int other = 0;
    set(unknown ? (int *)&many[1] : &other);
#endif
    free(kept);
  }
  return 0;
}
