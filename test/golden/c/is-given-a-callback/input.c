#include <assert.h>

struct item {
  int key;
};

int visit(int (*callback)(struct item *, void *), void *context) {
  struct item item = {1};
  if (!callback) return -1;
  int found = callback(&item, context);
  assert(item.key == 1);
#ifdef FOUND
  assert(found >= 0);
#endif
  return found;
}

int call(void (*callback)(int)) {
  callback(3);
  return 0;
}
