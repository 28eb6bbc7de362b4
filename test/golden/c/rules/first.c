static void lock(void) {}
static void unlock(void) {}
void g(void);
int main(void) { lock(); g(); unlock(); return 0; }
