#include <assert.h>
static struct { int misses, hits; } counters;
static void on_event(void *context) { assert(context != &counters.hits); }
void subscribe(void (*)(void *), void *);
void wait_for_events(void);
int main(void) {
  subscribe(on_event, &counters.hits);
  wait_for_events();
}
