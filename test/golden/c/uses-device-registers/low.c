#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static uint8_t data[4096];

static void set(volatile uint8_t *port) { *port = 1; }
static uint8_t get(volatile uint8_t *port) { return *port; }

int main(void) {
  volatile uint8_t *port = (volatile uint8_t *)PORT;
#ifdef SET
  set(port);
#endif
#ifdef NEXT
  set(port + 1);
#endif
#ifdef DIFFERS
  set(port);
  assert(get(port) == 1);
#endif
#ifdef DATA
  int i = __VERIFIER_nondet_int() & 4095;
  uint8_t *block = malloc((unsigned)__VERIFIER_nondet_int() | 1);
  data[i] = 5;
  *block = 5;
  set(port);
  assert(get(block) == 5 && get(&data[i]) == 5);
#endif
#ifdef PLAIN
  *(uint8_t *)port = 1;
#endif
#ifdef NIL
  set(__VERIFIER_nondet_int() ? port : 0);
#endif
  return 0;
}
