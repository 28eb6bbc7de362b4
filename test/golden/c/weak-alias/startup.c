// A microcontroller's start-up file: every handler is the default one unless a file has its own.
#include <assert.h>

int handled;
void Default_Handler(void) { assert(handled == 0); }
void USART1_IRQHandler(void) __attribute__((weak, alias("Default_Handler")));
void TIM2_IRQHandler(void) __attribute__((weak, alias("Default_Handler")));

void (*const vectors[])(void) = {Default_Handler, USART1_IRQHandler, TIM2_IRQHandler};

int main(void) {
  assert(vectors[2] == Default_Handler);
  vectors[1]();
  assert(handled == EXPECTED);
  handled = 2;
  vectors[2]();
  return 0;
}
