extern int __VERIFIER_nondet_int(void);

/* The last member of a structure is not the last one of what contains the structure. */
struct s { int n; char d[4]; };
struct s t[3];
struct { struct s inner; int after; } outer;
struct { int n; struct s inner; } last;

int main(void) {
  int i = __VERIFIER_nondet_int();
  struct s *p = &t[1];
  if (i < 0 || i > LAST) return 0;
  switch (__VERIFIER_nondet_int()) {
    case 1: t[0].d[i] = 1; break;
    case 2: outer.inner.d[i] = 1; break;
    case 3: p->d[i] = 1; break;
    case 4: last.inner.d[i & 3] = 1; break;
  }
  return 0;
}
