extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int locked;
void lock(void) {
  if (locked == 1) reach_error();
  locked = 1;
}
void unlock(void) { locked = 0; }

int main(void) {
  int before, packets = 0, more = 1;
  while (more) {
    lock();
    before = packets;
    if (__VERIFIER_nondet_int()) {
      unlock();
      packets++;
    }
    more = packets != before;
  }
  for (; __VERIFIER_nondet_int(); packets++) {
    before++;
    if (packets != before - 1) reach_error();
  }
  return 0;
}
