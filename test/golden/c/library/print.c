#include <assert.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int n = 0;
  printf("%d%% of %-5ld\n", argc, 100l);
  puts("done");
  assert(n == 0);
#ifdef BACK
  printf("abc%n", &n);
  assert(n == 3);
#endif
#ifdef UNKNOWN
  printf(argv[1], &n);
  return 0;
#endif
#ifdef RESULT
  if (printf("abc") == 17) assert(0);
#endif
  FILE *file = fopen("log", "w");
  if (!file) return 1;
  fprintf(file, "%d\n", n);
  fprintf(stderr, "%d\n", n);
  assert(file != stderr && stdout != stderr && stdout);
  fclose(file);
  return 0;
}
