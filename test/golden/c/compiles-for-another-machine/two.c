int two(void) { return sizeof(void *); }
