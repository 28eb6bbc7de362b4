extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
void reach_error(void) {}

struct point {
  short x, y;
  unsigned flags : 3, colour : 5;
};

static struct point origin = {1, -1, .colour = 9};
int table[3] = {[1] = 7};
const char *name = "n\n";

static int twice(int a) { return 2 * a; }

static int sum(const int *p, unsigned n) {
  int s = 0;
  for (unsigned i = 0; i < n; i++) s += p[i];
  return s;
}

int main(void) {
  int n = __VERIFIER_nondet_int(), i;
  int (*apply)(int) = twice;
  struct point here = origin;
  double unused;
  __VERIFIER_assume(n > 0 && n < 10);
  here.flags = n;
  here.y += here.x << (n & 3);
  switch (n) {
    case 1: i = table[1]; break;
    case 2:
    case 3: i = apply(n); break;
    default: i = n > 5 ? sum(table, 3) / n : name[0];
  }
  if (i && table[i % 3] == here.colour) goto ERROR;
  if (n == 9) {
    unused = 1.5;
    unused = unused * n;
  }
  while (i-- > 0)
    if (i == 100) reach_error();
  return 0;
ERROR:
  return 1;
}
