extern int __VERIFIER_nondet_int(void);
enum { CLOSED, OPEN } door;
unsigned char floor_, wanted;
int calls[2];

void move(void) {
  int going = wanted > floor_;
  floor_ += going ? 1 : -1;
MOVED:
  return;
}

int main(void) {
  while (1) {
    wanted = __VERIFIER_nondet_int() & 3;
    door = CLOSED;
    while (floor_ != wanted) move();
#ifndef BROKEN
    door = OPEN;
#else
    if (wanted != 2) door = OPEN;
#endif
    calls[1] = !calls[1];
  }
}
