#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static int calls;

struct list {
  int value;
  struct list *next;
  int (*compare)(int, int);
};

int first(const int *numbers) { return numbers[0]; }

int first_or_zero(const int *numbers) { return numbers == NULL ? 0 : numbers[0]; }

int second(const int *numbers) { return numbers == NULL ? 0 : numbers[1]; }

size_t length(const char *text) { return text == NULL ? 0 : strlen(text); }

int separate(int *a, int *b) {
  if (a == NULL || b == NULL) return 0;
  *a = 1;
  *b = 2;
  assert(*a == 1);
  assert(calls == 0);
  return ++calls;
}

int follow(struct list *from) {
  if (from == NULL || from->next == NULL) return 0;
  return from->next->value;
}

int follow_twice(struct list *from) {
  if (follow(from) == 0 || from->next->next == NULL) return 0;
  return from->next->next->value;
}

int call(struct list *from) { return from != NULL && from->compare != NULL ? from->compare(1, 2) : 0; }

struct device {
  const struct operations *operations;
};

struct operations {
  int (*start)(struct device *);
};

int start(struct device *device) {
  if (device == NULL || device->operations == NULL || device->operations->start == NULL) return -1;
  return device->operations->start(device);
}

void discard(struct list *from) {
  if (from == NULL) return;
  free(from->next);
  free(from);
}

static unsigned own(unsigned n) { return n == 0 ? 1 : n * own(n - 1); }

int any(int n, ...) { return n; }
