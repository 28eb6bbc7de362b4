extern int __VERIFIER_nondet_int(void);

int a[2][3];
int cube[2][3][4];
struct { int m[2][3]; int after; } in_member;

int main(void) {
  int j = __VERIFIER_nondet_int();
  int (*rows)[3] = a;
  if (j < 0 || j > LAST) return 0;
  switch (__VERIFIER_nondet_int()) {
    case 1: a[0][j] = 1; break;
    case 2: in_member.m[1][j] = 1; break;
    case 3: cube[0][j][1] = 1; break;
    case 4: rows[0][j] = 1; break;
    case 5: (*rows)[j] = 1; break;
  }
  return 0;
}
