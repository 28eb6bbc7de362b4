extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

static int is_open;

int main(void) {
  while (1) {
    if (is_open) reach_error();
    if (__VERIFIER_nondet_int()) {
      is_open = 1;
      is_open = 0;
    }
  }
}
