// A driver gets its device's registers as an argument, from a table or in a handle.
#include <assert.h>
#include <stdint.h>
typedef struct { volatile uint32_t SR; volatile uint32_t DR; uint32_t reserved; volatile uint32_t BRR; } USART_TypeDef;
#define USART1 ((USART_TypeDef *)0x40011000)
#define USART2 ((USART_TypeDef *)0x40004400)
struct handle { USART_TypeDef *instance; int state; };
static USART_TypeDef *const table[2] = {USART1, USART2};
static struct handle global = {USART2, 3};

static int receive(USART_TypeDef *usart, int *errors) {
  while (!(usart->SR & 0x20)) ;
  if (usart->SR & 0xf) ++*errors;
  usart->DR = 7;
  return usart->DR & 0xff;
}

int main(int argc, char **argv) {
  int errors = 0;
  USART_TypeDef mock = {0x20, 5, 0, 9};
  struct handle local = {USART1, 0};
  assert(local.instance == USART1 && global.instance != USART1);
  int byte = receive(WHICH, &errors);
  assert(byte >= 0 && byte < 256 && errors <= 1);
  if (WHICH == &mock) assert(byte == 7 && errors == 0);
  else assert(byte != 9);
  return 0;
}
