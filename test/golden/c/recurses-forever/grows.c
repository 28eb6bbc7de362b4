int depth;
int deeper(int n) {
  depth++;
  return n < 0 ? n : deeper(n);
}
int main(void) { return deeper(1); }
