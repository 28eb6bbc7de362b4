extern int handled;
void USART1_IRQHandler(void) { handled = 1; }
