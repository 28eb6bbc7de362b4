#include <getopt.h>
#include <stdlib.h>
static int verbose;
static const struct option longs[] = {{"verbose", no_argument, &verbose, 1}, {"size", required_argument, 0, 's'}, {0, 0, 0, 0}};
int main(int argc, char **argv) {
  int opt, size = 0;
  while ((opt = getopt_long(argc, argv, "s::", longs, 0)) != -1)
    if (opt == 's') size = optarg[0];
  return size;
}
