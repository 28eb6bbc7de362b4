#include <assert.h>
void hal_register(void (*callback)(int));
void hal_poll(void);
static int stopped;
static void on_event(int event) { assert(!stopped); }
int main(void) {
  stopped = 1;
  hal_poll();
  stopped = 0;
  hal_register(on_event);
  return 0;
}
