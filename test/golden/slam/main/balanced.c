void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);
int depth, limit = 3;
int main(void) {
  int mine = depth;
  if (depth > 3) reach_error();
  if (depth < limit && __VERIFIER_nondet_int()) {
    depth = depth + 1;
    main();
    depth = depth - 1;
    if (mine != depth) reach_error();
  }
  return 0;
}
