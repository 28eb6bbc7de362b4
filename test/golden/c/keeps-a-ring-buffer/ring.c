#include <assert.h>
extern int nondet(void);

#define SLOTS 8
struct ring {
  unsigned char slots[SLOTS];
  unsigned head, tail;
};

static int is_full(const struct ring *r) { return r->head - r->tail == SLOTS; }
static int is_empty(const struct ring *r) { return r->head == r->tail; }

static int put(struct ring *r, unsigned char byte) {
  if (is_full(r)) return 0;
  r->slots[r->head++ % SLOTS] = byte;
  return 1;
}

static int get(struct ring *r, unsigned char *byte) {
  if (is_empty(r)) return 0;
  *byte = r->slots[r->tail++ % SLOTS];
  return 1;
}

int main(void) {
  struct ring ring = {0};
  unsigned char byte;
  while (nondet()) {
    if (nondet())
      put(&ring, (unsigned char)nondet());
    else
      get(&ring, &byte);
    assert(ring.head - ring.tail <= SLOTS);
  }
  return 0;
}
