/* Marks 5000 elements at unknown places, then more: an element stays marked. */
extern unsigned short __VERIFIER_nondet_ushort(void);
void reach_error(void) {}

static unsigned char seen[65536];

static void mark(int count) {
  for (int i = 0; i < count; i++) seen[__VERIFIER_nondet_ushort()] = 1;
}

int main(void) {
  unsigned short key = __VERIFIER_nondet_ushort();
  mark(5000);
  unsigned char before = seen[key];
  mark(10);
#ifdef NEW
  if (key == 4711 && !before && seen[key]) reach_error();
#else
  if (before && !seen[key]) reach_error();
#endif
  return 0;
}
