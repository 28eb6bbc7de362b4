// Two accounts, each with its lock; the locks are acquired in the order of the accounts.
extern int nondet(void);
typedef struct { int held; } spinlock_t;
void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);

struct account {
  spinlock_t lock;
  int balance;
} accounts[2];

void transfer(struct account *from, struct account *to, int amount) {
  if (from == to) return;
  spin_lock(&from->lock);
  spin_lock(&to->lock);
  from->balance -= amount;
  to->balance += amount;
  spin_unlock(&to->lock);
  spin_unlock(&from->lock);
}

int main(void) {
  while (nondet()) transfer(&accounts[nondet() & 1], &accounts[nondet() & 1], 10);
  return 0;
}
