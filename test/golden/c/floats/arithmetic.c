// Images know what 0.1f * 3 is, but not what 3 * x is if they do not know x.
void reach_error(void);
float __VERIFIER_nondet_float(void);
int main(void) {
  float x = 0.1f;
#ifdef INPUT
  x = __VERIFIER_nondet_float();
#endif
  float y = 3 * x;
  if (y > 0.3) reach_error();
  return 0;
}
