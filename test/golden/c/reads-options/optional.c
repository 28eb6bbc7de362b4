#include <getopt.h>
#include <stdlib.h>
static int verbose;
static const struct option longs[] = {
    {"verbose", no_argument, &verbose, 1}, {"size", optional_argument, 0, 's'}, {0, 0, 0, 0}};
int main(void) {
  char *given[] = {"prog", "--verb", "--size", NULL};
  int option, size = 0;
  while ((option = getopt_long(3, given, "s::", longs, NULL)) != -1)
    if (option == 's') size = atoi(optarg);
  return size + verbose;
}
