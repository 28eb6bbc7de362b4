#include <locale.h>
#include <signal.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static char text[8] = "a b";

static void never(void) { raise(SIGINT); }

static int count(void) {
  int words = 0;
  if (__VERIFIER_nondet_int()) return l64a(9) != 0;
  if (__VERIFIER_nondet_int()) setlocale(LC_ALL, "C");
  if (words == 1) never();
  return words;
}

int main(void) {
  int words = count();
  if (__VERIFIER_nondet_int()) __asm__("int3");
  if (words > 4) reach_error();
  return 0;
}
