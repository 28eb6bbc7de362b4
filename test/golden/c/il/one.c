extern int shared; int f(int); int main(void) { return f(shared) + 1; }
