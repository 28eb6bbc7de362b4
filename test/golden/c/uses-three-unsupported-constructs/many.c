extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int never;
int main(void) {
  switch (__VERIFIER_nondet_int()) {
    case 0: __asm__("int3"); break;
    case 1: __asm__("int3"); break;
    case 2: __asm__("int3"); break;
    case 3: __asm__("int3"); break;
    case 4: __asm__("int3"); break;
    case 5: __asm__("int3"); break;
    case 6: __asm__("int3"); break;
    case 7: __asm__("int3"); break;
    case 8: __asm__("int3"); break;
    case 9: __asm__("int3"); break;
    case 10: __asm__("int3"); break;
    case 11: __asm__("int3"); break;
    case 12: __asm__("int3"); break;
    case 13: __asm__("int3"); break;
    case 14: __asm__("int3"); break;
    case 15: __asm__("int3"); break;
    case 16: __asm__("int3"); break;
    case 17: __asm__("int3"); break;
    case 18: __asm__("int3"); break;
    case 19: __asm__("int3"); break;
    case 20: __asm__("int3"); break;
    case 21: __asm__("int3"); break;
    case 22: __asm__("int3"); break;
    case 23: __asm__("int3"); break;
    case 24: __asm__("int3"); break;
  }
  if (never) reach_error();
  return 0;
}
