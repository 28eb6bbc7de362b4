/* a pointer that is moved from one object to another */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int a[4], b[4];
int main(void) {
  unsigned long u = (unsigned long)(__VERIFIER_nondet_int() ? a : b);
  u = u + 24;
  *(int *)u = 1;
  if (b[0] == 1) reach_error();
  return 0;
}
