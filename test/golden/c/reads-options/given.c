#include <unistd.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *argv[] = {"prog", "-v", "file", "-n", "12", "-ofoo", "last", NULL};
  int opt, v = 0, n = 0; char *out = NULL;
  while ((opt = getopt(7, argv, "vn:o:")) != -1)
    switch (opt) { case 'v': v++; break; case 'n': n = atoi(optarg); break; case 'o': out = optarg; break; default: assert(0); }
  assert(v == 1 && n == 12 && strcmp(out, "foo") == 0 && optind == 5);
  assert(strcmp(argv[optind], "file") == 0 && strcmp(argv[6], "last") == 0);
  return 0;
}
