static void lock(void) {}
void g(void) { lock(); }
