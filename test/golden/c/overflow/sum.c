extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
#ifdef CHECKED
  if (a > 1000 || b > 1000 || a < -1000 || b < -1000) return 0;
#endif
  int c = a
          + b;
  unsigned u = (unsigned)a * 3u; /* unsigned numbers wrap around */
  char d = a;                    /* a conversion is none */
  d++;
  return c > (int)u ? d : 0;
}
