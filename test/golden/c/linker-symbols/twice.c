int one(void) __asm__("same");
int one(void) { return 1; }
int same(void) { return 2; }
int main(void) { return one(); }
