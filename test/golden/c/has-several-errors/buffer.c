#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int *make(void) {
  int local = 3;
  int *out = &local;
  return out;
}

int main(void) {
  int *block = malloc(2 * sizeof *block);
  char *text = "const";
  block[0] = 1;
  switch (__VERIFIER_nondet_int()) {
    case 0: block[2] = 1; break;
    case 1: free(block); block[1] = 2; break;
    case 2: free(block); break;
    case 3: text[0] = 'C'; break;
    case 4: *make() = 4; break;
    case 5: { int *none = 0; *none = 5; } break;
  }
  free(block);
  return 0;
}
