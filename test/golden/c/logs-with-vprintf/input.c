#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char last[32];

static int log_line(const char *format, ...) {
  va_list list;
  int length;
  va_start(list, format);
  vfprintf(stderr, format, list);
#ifdef AGAIN
  vprintf(format, list);
#endif
  va_end(list);
  va_start(list, format);
  length = vsnprintf(last, sizeof last, format, list);
  va_end(list);
  return length;
}

int main(void) {
  char name[2] = {'a', 'b'}, *made;
  const char *format = "%3d%%";
  char text[8];
#ifdef NAME
  log_line("%.2s|%s", name, name);
#elif defined FEW
  log_line("%d %s", 3);
#endif
  assert(log_line("%d-%s|%5u|%-3c|%#lx", -12, "ok", 77u, 'z', 255L) == 21);
  assert(strcmp(last, "-12-ok|   77|z  |0xff") == 0);
  assert(snprintf(text, sizeof text, format, 7) == 4 && strcmp(text, "  7%") == 0);
  assert(asprintf(&made, "%s/%d", "dir", 42) == 6 && strcmp(made, "dir/42") == 0);
  free(made);
  return 0;
}
