extern int __VERIFIER_nondet_int(void);

int a[2][3];
struct { int before; char name[4]; int after; } s;

int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < -1 || i > 2) return 0;
  if (__VERIFIER_nondet_int()) return a[1][i];
  return s.name[i];
}
