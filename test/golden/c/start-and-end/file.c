extern int order;
__attribute__((constructor)) static void fourth(void) { order = order * 10 + 4; }
