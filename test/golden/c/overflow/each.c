extern int __VERIFIER_nondet_int(void);
extern long long __VERIFIER_nondet_longlong(void);
void reach_error(void) {}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  long long z = __VERIFIER_nondet_longlong();
#if CASE == 1
  x = x - y;
#elif CASE == 2
  if (x > 50000 || x < 0) return 0;
  x = x * x;
#elif CASE == 3
  if (y) x = x / y;
#elif CASE == 4
  if (y) x = x % y;
#elif CASE == 5
  x = -x;
#elif CASE == 6
  x = x << 1;
#elif CASE == 7
  x++;
#elif CASE == 8
  --x;
#elif CASE == 9
  x += 7;
#elif CASE == 10
  z *= 3;
#elif CASE == 11
  if (z > 5 && x > 0 && (x + y > 3 || y)) z = 1;
#elif CASE == 12
  for (x = 0; x <= 2147483647; x++) { if (x == 5) x = 2147483640; }
#elif CASE == 20
  x = (unsigned)x + (unsigned)y;
  x = (x & 31) * (y & 31);
  x = (x & 7) << (y & 7);
  x = (x | 1) / ((y & 7) + 1);
  short s = x;
  s += 70000;
  s++;
  z = (long long)(x & 15) * (y & 15);
  _Bool b = x;
  b++;
  unsigned u = y;
  u = -u << 3;
  if (x < 10) reach_error();
  __builtin_expect(x, 1);
  if (0) x = x + 1;
  return sizeof(x + 1);
#endif
  return x > z;
}
