#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(int argc, char **argv) {
  char line[8];
  FILE *f = fopen("input.txt", "r");
#if CASE == 1
  fgets(line, sizeof line, f);
#endif
  if (f == NULL) {
    fprintf(stderr, "no input\n");
    return 1;
  }
  if (getc(f) == EOF) puts("empty");
#if CASE == 2
  fclose(f);
  return getc(f);
#elif CASE == 3
  fclose(f);
  fclose(f);
#elif CASE == 4
  fclose(stdout);
  fputs("end\n", stdout);
#elif CASE == 5
  fclose(stdin);
  fputs("end\n", stdout);
  fflush(NULL);
  fclose(f);
#elif CASE == 6
  f = freopen("other.txt", "r", f);
  fseek(f, 0, SEEK_SET);
#elif CASE == 7
  FILE *out = __VERIFIER_nondet_int() ? stdout : f;
  fprintf(out, "%d\n", argc);
  if (out != stdout) fclose(out);
  fclose(stdout);
#elif CASE == 8
  fclose(f);
  return feof(f);
#elif CASE == 9
  f = tmpfile();
  return fread(line, 1, sizeof line, f) > 0;
#elif CASE == 10
  free(f);
#endif
  return 0;
}
