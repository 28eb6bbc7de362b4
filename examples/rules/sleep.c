// Waits for a device without holding the lock.
extern int nondet(void);
typedef struct { int held; } spinlock_t;
void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
void msleep(unsigned milliseconds);

spinlock_t lock;
int busy(void) { return nondet(); }

int main(void) {
  spin_lock(&lock);
  while (busy()) {
    spin_unlock(&lock);
    msleep(10);
    spin_lock(&lock);
  }
  spin_unlock(&lock);
  return 0;
}
