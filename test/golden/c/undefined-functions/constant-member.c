#include <assert.h>
struct device { const int id; int state; };
void start(struct device *);
void look(void *);
int main(void) {
  struct device d = {7, 0};
  const int limit = 3;
  start(&d);
  look((void *)&limit);
  assert(d.id == 7);
  assert(limit == 3);
}
