#include <assert.h>
#include <setjmp.h>

static jmp_buf where;

int main(int argc, char **argv) {
  int reached = 0;
  if (REACHED && setjmp(where)) reached = 1;
  assert(reached == 0);
  return 0;
}
