extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar() & 7;
  unsigned char i = 0;
  while (i < n) i = i + 2;
  if (i == n + 1) reach_error();
  return 0;
}
