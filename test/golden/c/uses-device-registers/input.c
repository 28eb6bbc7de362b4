#include <assert.h>
#include <stdint.h>

#define CLOCK (*(volatile uint32_t *)0x40021000)
#define PLAIN (*(uint32_t *)0x40021000)

typedef struct {
  volatile uint32_t mode;
  volatile uint32_t data[4];
} port_t;

static port_t *const port = (port_t *)0x48000000;

static port_t *nth(unsigned n) { return (port_t *)(uintptr_t)(0x48000000u + n * 0x400u); }

int main(int argc, char **argv) {
#ifdef READ
  CLOCK |= 1;
  port->mode = 3;
  port->data[2] = CLOCK;
  uint32_t now = CLOCK & 7;
  assert(now < 8);
#endif
#ifdef DIFFERS
  assert(CLOCK == CLOCK);
#endif
#ifdef BARE
  PLAIN = 1;
  assert(PLAIN == PLAIN);
#endif
#ifdef COMPUTED
  nth((unsigned)argc & 3)->mode = 1;
#endif
  return 0;
}
