// What cannot be followed ends the runs that get there.
#include <assert.h>
__attribute__((naked)) int bare(void) { __asm__("ret"); }
static int chosen(void) { return 1; }
static void *choose(void) { return chosen; }
int picked(void) __attribute__((ifunc("choose")));
__attribute__((returns_twice)) int twice(void);
static int inside(void) { __attribute__((frobnicate)) int x = 1; return x; }
__attribute__((noreturn)) static void stop(void) {}
static void release(int *p) { assert(*p != 1); }
static int cleaned(void) { __attribute__((cleanup(release))) int x = 1; return x; }
static int assumed(int x) { __attribute__((assume(x == 1))); return x; }
#ifdef GLOBAL
struct __attribute__((frobnicate)) odd { int x; };
#endif
#ifdef ASSEMBLY
__asm__(".globl strange");
#endif
extern int __VERIFIER_nondet_int(void);
int main(void) {
#ifdef CALL
  if (__VERIFIER_nondet_int() == 3) CALL;
#endif
  assert(1);
  if (__VERIFIER_nondet_int() == 4) return 1;
  return 0;
}
