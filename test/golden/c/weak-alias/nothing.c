void target(void);
int lost(void) __attribute__((alias("missing")));
int a(void) __attribute__((alias("b")));
int b(void) __attribute__((alias("a")));
extern int kind __attribute__((alias("main")));
int main(void) { return lost() + a() + kind; }
