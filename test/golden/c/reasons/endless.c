int main(void) { int x = 1; do {} while(x); }
