// Registers as a header of a microcontroller's vendor has them.
#include <assert.h>
#include <stdint.h>
typedef struct {
  volatile uint32_t SR;
  volatile uint32_t DR;
  volatile uint32_t MODE : 3, REST : 29;
  volatile uint8_t FIFO[4];
} USART_TypeDef;
#define USART1 ((USART_TypeDef *)0x40011000)
#define RESET_CAUSE (*(volatile uint32_t *)0x40021024)
static USART_TypeDef *const usart2 = (USART_TypeDef *)(0x40000000u + 0x4400u);

int main(int argc, char **argv) {
  int kept = 5;
  USART1->DR = 'x';
  USART1->MODE = 3;
  USART1->FIFO[argc & 3] = 1;
  RESET_CAUSE |= 1;
  while (!(USART1->SR & 0x80)) ;
  uint32_t mode = USART1->MODE;
  assert(mode < 8);
  assert(kept == 5);
  if (WHAT) assert(0);
  return 0;
}
