int main(int argc, char **argv) {
  int sizes[2] = {1, 2};
  if (argc == 2 && argv[1][0] == '-' && argv[1][1] == 'x') return sizes[argc];
  return 0;
}
