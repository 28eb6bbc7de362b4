typedef struct { int held; } spinlock_t;
void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
void go(int depth) {
  spinlock_t lock;
  if (depth == 0) {
    spin_lock(&lock);
    go(1);
  } else {
    spin_unlock(&lock);
  }
}
int main(void) { go(0); return 0; }
