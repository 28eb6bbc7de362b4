#include <assert.h>
#include <stdlib.h>
int nondet(void);
struct vec { int *data; size_t len, cap; };
static void push(struct vec *v, int x) {
  if (v->len == v->cap) {
    size_t cap = v->cap ? 2 * v->cap : 2;
    int *d = realloc(v->data, cap * sizeof *d);
    if (!d) abort();
    v->data = d; v->cap = cap;
  }
  v->data[v->len++] = x;
}
int main(void) {
  struct vec v = {0};
  int n = nondet();
  if (n < 0 || n > 6) return 0;
  for (int i = 0; i < n; i++) push(&v, 10 * i);
  for (int i = 0; i < n; i++) assert(v.data[i] == 10 * i);
#ifdef WRONG
  assert(v.len != 5);
#endif
  assert(v.len == (size_t)n);
  free(v.data);
}
