#include <assert.h>
static int ready;
int main(void) {
  __asm__ volatile("nop");
  __asm__ volatile("cpsid i" ::: "memory");
  __asm__ volatile("dmb ish\n\tisb" ::: "memory");
  ready = 1;
  __asm__ volatile("" : "+r"(ready));
  assert(ready == 1);
#ifdef OTHER
  __asm__ volatile("hlt");
#endif
  return 0;
}
