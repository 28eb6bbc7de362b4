// What is read is looked at first and copied then; all but one element of the copy are checked.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int from[3000], to[3000], kept[3000];

int main(void) {
  int count = 0;
  for (int i = 0; i < 3000; i++) from[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 3000; i++)
    if (i != 700) to[i] = from[i];
  for (int i = 0; i < 3000; i++)
    if (from[i] > 0) {
      kept[count] = from[i];
      count++;
    }
  for (int i = 0; i < count; i++) assert(kept[i] > 0);
  for (int i = 0; i < 3000; i++)
    if (i != 700) assert(to[i] == from[i]);
  return 0;
}
