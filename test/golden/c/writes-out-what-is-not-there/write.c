#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  char b[4] = {'a', 'b', 'c', 'd'};
  char *null = NULL;
#if CASE == 1
  write(1, b, 5);
#elif CASE == 2
  fwrite(b, 2, 3, stdout);
#elif CASE == 3
  fputs(b, stdout);
#elif CASE == 4
  printf("%s\n", null);
#elif CASE == 5
  fopen(b, "r");
#elif CASE == 6
  fopen("x", null);
#elif CASE == 7
  read(0, b, 1000);
#elif CASE == 8
  fread(b, 1, 1000, stdin);
#elif CASE == 9
  getenv(b);
#elif CASE == 10
  write(1, null, 1);
#elif CASE == 11
  write(1, b, 4);
  write(1, null, 0);
  fwrite(b, 2, 2, stdout);
  printf("%.4s\n", b);
  perror(null);
  read(0, b, 4);
  fread(b, 1, 4, stdin);
#elif CASE == 12
  fwrite(b, (size_t)1 << 63, 2, stdout);
#elif CASE == 13
  if (read(0, b, 4) < 0 && errno == EINTR) return *null;
#elif CASE == 14
  char text[4];
  fgets(text, 5, stdin);
#endif
  return 0;
}
