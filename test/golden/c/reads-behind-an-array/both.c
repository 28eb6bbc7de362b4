extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int table[4] = {1, 2, 3, 4};
static int *last;

int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i == 5) __asm__("int3");
  if (i == 6) *last = 0;
  if (i >= 0 && i <= 4 && table[i] > 4) reach_error();
  return 0;
}
