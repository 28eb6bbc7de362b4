#include "config.h"
int part(void) { return VALUE + LOCAL; }
