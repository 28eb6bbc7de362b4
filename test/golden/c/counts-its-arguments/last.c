#include <assert.h>
#include <stddef.h>
int main(int argc, char **argv) { assert(argv[argc] == NULL); assert(argc >= 0); return 0; }
