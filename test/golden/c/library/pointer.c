#ifndef RAND
#define RAND rand
#endif
#include <assert.h>
#include <stdlib.h>
int (*choose)(void) = RAND;
int main(void) { assert(choose() >= 0); return 0; }
