// A loop that works through requests, as in SLAM's papers: the lock is released where there is work.
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
  } while (packets != old);
  unlock();
  return 0;
}
