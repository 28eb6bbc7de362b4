#include <stdlib.h>
extern int nondet(void);
void f(int x);
void local_irq_disable(void);
void local_irq_enable(void);
void reach_error(void) { abort(); }

int main(void) {
  local_irq_disable();
  f(1);
  if (nondet()) reach_error();
  local_irq_enable();
#ifdef UNSUPPORTED
  int n = a64l("x");
#else
  f(2);
#endif
  return 0;
}
