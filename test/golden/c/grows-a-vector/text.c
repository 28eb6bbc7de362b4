#include <stdlib.h>
#include <string.h>
struct sb { char *s; size_t len, cap; };
static void reserve(struct sb *b, size_t extra) {
  size_t need = b->len + extra;
  if (need <= b->cap) return;
  size_t cap = b->cap ? b->cap : 4;
  while (cap < need) cap *= 2;
  b->s = realloc(b->s, cap);
  b->cap = cap;
}
static void put(struct sb *b, char c) {
  reserve(b, 1);
  b->s[b->len++] = c;
  b->s[b->len] = 0;
}
int main(void) {
  struct sb b = {0};
  put(&b, 'a'); put(&b, 'b'); put(&b, 'c'); put(&b, 'd');
  free(b.s);
}
