extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), result = 0;
  switch (__VERIFIER_nondet_int()) {
    case 0: result = 7 / n; break;
    case 1: result = 7 % n; break;
    case 2: result = 7 >> n; break;
    case 3: result = 1 << (n & 63); break;
    case 4: result = 1 << (n & 15); break;
    case 5: result = n ? 7 / n : 0; break;
  }
  return result;
}
