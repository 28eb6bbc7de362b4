extern void reach_error(void);
static int x;
static void __attribute__((destructor)) fini(void) { if (x) reach_error(); }
int main(void) { x = 1; return 0; }
