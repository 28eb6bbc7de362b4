int real_count;
int real_call(void) { return real_count; }
int call(void) { return -1; }
int count = -1;
