int level = 2;
int mode(void) { return 2; }
