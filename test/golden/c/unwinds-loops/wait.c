extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  unsigned long long n = 0;
  while (__VERIFIER_nondet_int()) n++;
  if (n == 1000000000000) reach_error();
  return 0;
}
