// Aliases of functions, of variables and of aliases are what they stand for.
#include <assert.h>
#ifndef WANTED
#define WANTED 42
#endif

static int answer(void) { return 42; }
int reply(void) __attribute__((alias("answer")));
int second(void) __attribute__((alias("reply")));
int counter = 3;
extern int total __attribute__((alias("counter")));
int *const both[] = {&counter, &total};

int main(void) {
  total = 4;
  assert(counter == 4 && &counter == &total && both[0] == both[1]);
  assert(second() == 42 && &second == &reply);
  assert(reply() == WANTED);
  return 0;
}
