#include "base.h"
int main(void) { return BASE + N + sizeof(void *); }
