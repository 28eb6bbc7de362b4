extern int nondet(void);
extern void exit(int);

enum { closed, open } door;
int rounds;

static void turn(int wanted) {
  if (wanted > 0) door = open;
SHUT:
  if (wanted < 0) door = closed;
}

int main(void) {
  unsigned char unset;
  if (nondet()) unset = 0;
  while (nondet() != 7) {
    turn(nondet());
    rounds = (rounds + 1) % 3;
    if (door == open && nondet() == 5) exit(1);
  }
  return 0;
}
