#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) sum ^= i;
  int *p = malloc(sizeof *p);
  *p = __VERIFIER_nondet_int();
#ifdef WRAPS
  int next = *p + 1;
  if (next - 1 != *p) reach_error();
#endif
  if (sum > 7) reach_error();
#ifdef BROKEN
  if (*p == 3) reach_error();
#endif
  free(p);
  return 0;
}
