extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int take(void);
void give(void);
extern int held;

static int count;
int main(void) {
  while (__VERIFIER_nondet_int()) {
    if (take()) {
      if (held != 1) reach_error();
      give();
    }
    count++;
  }
  return held == 0 ? 0 : (reach_error(), 1);
}
