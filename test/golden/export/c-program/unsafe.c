extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}

static unsigned char half(unsigned char x) { return x / 2; }

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar(), i = 0;
  while (i < 3) i++;
  if (half(n) > 126 || i != 3) reach_error();
  return 0;
}
