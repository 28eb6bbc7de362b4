// A stack of four numbers: the check in push lets a fifth one in.
#include <stdlib.h>

struct stack {
  int size;
  int items[4];
};

static void push(struct stack *s, int item) {
  if (s->size <= 4) s->items[s->size++] = item;
}

int main(void) {
  struct stack *s = malloc(sizeof *s);
  if (!s) return 1;
  s->size = 0;
  for (int i = 0; i < 6; ++i) push(s, i);
  free(s);
  return 0;
}
