// What the program defines, or keeps to itself, is its own.
#include <assert.h>
long lrint(double value) { return 4; }
static int rand(void) { return -1; }
double fmax(double a, double b) { return a; }
int main(void) {
  assert(lrint(1.0) == 4);
  assert(rand() == -1);
  if (fmax(1, 2) < 1.5) assert(0);
  return 0;
}
