/* write to 'limit', which is constant */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
const int limit = 3;
int other;
int main(void) {
  int *p = __VERIFIER_nondet_int() ? (int *)&limit : &other;
  *p = 4;
  if (limit != 3) reach_error();
  return 0;
}
