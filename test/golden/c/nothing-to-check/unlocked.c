int step(int x) { return x; }
int main(void) { return step(0); }
