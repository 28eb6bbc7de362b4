#include <stdio.h>
extern FILE *any(void);
void reach_error(void) {}
/* Of what 'any' returns nothing is known. */
int main(void) {
  fprintf(any(), "x");
  reach_error();
  return 0;
}
