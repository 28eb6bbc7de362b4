#include "counter.h"
int counter = 1;
void count(void) {}
