extern void reach_error(void);
extern unsigned char nondet(void);
unsigned g = 0, h;
unsigned cells[2];
unsigned first(unsigned n) {
  unsigned k = 1, result;
  if (k != n) {
  }
  return result;
}
int main(void) {
  unsigned a = 2, b = nondet() & 3;
  h = first(b);
  if (h - a == (h | g)) {
    g = first(a | g);
  } else {
    if (a >= b || b != 0) {
      a = a - b;
      a = cells[0];
      h = a;
    }
  }
  if (a != cells[0] || g != 5) reach_error();
}
