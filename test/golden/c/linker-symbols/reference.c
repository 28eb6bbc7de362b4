// A weakref is another name for a symbol, which may be missing.
#include <assert.h>
static int seen(void) __attribute__((weakref("real_call")));
int main(void) { assert((seen != 0) == FOUND); return 0; }
