// The same loop, but whether it goes round again has nothing to do with the lock.
extern int nondet(void);
void lock(void);
void unlock(void);

int main(void) {
  int packets, old;
  do {
    lock();
    old = packets;
    if (nondet()) {
      unlock();
      packets++;
    }
  } while (nondet());
  unlock();
  return 0;
}
