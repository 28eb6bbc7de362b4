#include <stdlib.h>

int one = 1;
int *before;

int main(void) {
  while (1) {
    int *piece = malloc(sizeof *piece);
    if (!piece) return 1;
    *piece = 1;
    if (before && *before != 1) return 2;
    before = piece;
    free(piece);
  }
}
