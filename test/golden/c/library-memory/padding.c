// What is between and behind members is copied, set and compared, too.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct Message {
  char kind;
  int value;
};

int main(void) {
  struct Message one = {1, 2}, two, three;
  memcpy(&two, &one, sizeof two);
  assert(memcmp(&one, &two, sizeof one) == 0);
  struct Message* made = calloc(1, sizeof *made);
  made->value = 2;
  memcpy(&two, made, sizeof two);
  assert(memcmp(&two, made, sizeof two) == 0);
  free(made);
  memset(&three, 7, sizeof three);
  assert(((char*)&three)[2] == 7);
  return 0;
}
