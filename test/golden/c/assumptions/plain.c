extern void reach_error(void);
int main(int argc, char **argv) {
  unsigned twice = 2u * (unsigned)argc;
#ifdef CONSTANT
  int product = 65536 * 65536;
  twice *= (unsigned)product;
#endif
  if (twice & 1u) reach_error();
  return 0;
}
