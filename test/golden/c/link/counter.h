extern int counter;
void count(void);
static inline int small(int x) { return x < 10; }
