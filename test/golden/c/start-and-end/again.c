// To call exit from what exit calls is undefined.
#include <stdlib.h>
static void again(void) { exit(1); }
int main(void) { atexit(again); return 0; }
