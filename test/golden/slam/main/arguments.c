extern int unknown;
void reach_error(void) {}
int main(int argc);
int on, before;
int again(int n) { return n > 0 ? main(n - 1) : 0; }
int main(int argc) {
  if (argc > 5 || argc < 0) return 7;
  if (on && argc == 5) reach_error();
  if (on && before != unknown) reach_error();
  before = unknown;
  on = 1;
  int r = again(argc);
  if (r != 0) reach_error();
  return r;
}
