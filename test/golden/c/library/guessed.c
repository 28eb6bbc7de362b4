// None of these is what a function that returns anything and does nothing would be.
#include <assert.h>
#include <math.h>
#include <search.h>

static int key_value = 7;

int main(int argc, char **argv) {
  double one = 1.0;
  if (argc == 1) assert(sin(one) > 0);
  if (argc == 2) assert(remainder(one, 4) == 1);
  if (argc == 3) assert(logb(one) == 0);
  if (argc == 4) {
    ENTRY entry = {"key", &key_value};
    hcreate(8);
    assert(hsearch(entry, ENTER)->data == &key_value);
  }
  if (argc == 5) assert(__builtin_ilogb(one) == 0);
  return 0;
}
