// The C library is there, whatever a declaration says.
#include <assert.h>
#include <stdlib.h>
extern void abort(void) __attribute__((weak));
int main(void) { assert(abort != 0); return 0; }
