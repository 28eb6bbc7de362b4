// A counter that an interrupt changes is read with interrupts disabled.
extern int nondet(void);
void local_irq_disable(void);
void local_irq_enable(void);
int counter;

int take(void) {
  int taken = 0;
  local_irq_disable();
  if (counter > 0) {
    counter--;
    taken = 1;
  }
  local_irq_enable();
  return taken;
}

int main(void) {
  counter = nondet() & 7;
  while (take()) {
  }
  return 0;
}
