__attribute__((weak)) void count(void) { *(int *)0 = 1; }
int counter;
