#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int wanted = __VERIFIER_nondet_int();
  unsigned char turn = 0;
  while (wanted != 7) {
    int unset;
    char *piece = malloc(3);
    if (!piece) return 1;
    piece[0] = turn;
    if (unset == 5) wanted = __VERIFIER_nondet_int();
    if (turn < 3) turn++;
    free(piece);
  }
  return 0;
}
