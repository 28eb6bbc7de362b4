#include "assumed.h"
int main(void) {
  fail();
  return 0;
}
