#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  time_t now = time(NULL);
  struct tm *parts = localtime(&now);
  char text[8], *line = NULL;
  size_t size = 0;
#ifdef UNCHECKED
  return parts->tm_hour;
#endif
  if (parts) assert(parts->tm_hour >= 0 && parts->tm_hour < 24 && parts->tm_mon < 12);
  if (parts && strftime(text, sizeof text, "%H:%M", parts) == 0) return 1;
  assert(difftime(5, 3) == 2.0);
  if (rename("a", "b") < 0) assert(strerror(errno)[0] != 0);
  assert(remove("a") <= 0 && unlink("b") <= 0);
  long length = getline(&line, &size, stdin);
  if (length > 0) {
    assert(line[length] == 0 && size > (size_t)length);
#ifdef NEGATIVE
    isalpha(line[0]);
#endif
  }
#ifndef LOST
  free(line);
#endif
  return 0;
}
