extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}

static unsigned bits(unsigned word) {
  unsigned count = 0;
  while (word != 0) {
    word &= word - 1;
    count++;
  }
  return count;
}

int main(void) {
  unsigned word = __VERIFIER_nondet_uint();
  if (bits(word) > 32) reach_error();
  return 0;
}
