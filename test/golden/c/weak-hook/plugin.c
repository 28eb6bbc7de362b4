extern int called;
void hook(void) { ++called; }
int setting = 7;
