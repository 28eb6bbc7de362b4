#include <assert.h>
#include <stdlib.h>
int (*choose)(void) = rand;
int main(void) { assert(choose() >= 0); return 0; }
