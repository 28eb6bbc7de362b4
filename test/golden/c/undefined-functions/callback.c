#include <assert.h>
void hal_register(void (*callback)(int));
void hal_poll(void);
static int stopped;
static void on_event(int event) { assert(!(stopped && event == 7)); }
int main(void) {
  hal_register(on_event);
  stopped = 1;
  hal_poll();
  return 0;
}
