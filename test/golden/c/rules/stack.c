typedef struct { int held; } spinlock_t;
void spin_lock(spinlock_t *lock);
void once(void) {
  spinlock_t lock;
  spin_lock(&lock);
}

int main(void) {
  once();
  once();
  return 0;
}
