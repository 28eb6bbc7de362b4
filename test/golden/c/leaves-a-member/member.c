extern int __VERIFIER_nondet_int(void);

struct packet {
  char name[4];
  int length;
  char data[1];
} packet;

int main(void) {
  int i = __VERIFIER_nondet_int();
  char *end = &packet.name[4];
  packet.data[i & 1] = 1;
#ifdef WITHIN
  packet.name[i & 3] = 1;
#else
  packet.name[i & 7] = 1;
#endif
  return end == packet.name;
}
