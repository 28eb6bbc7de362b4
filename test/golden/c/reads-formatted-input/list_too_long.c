#include <stdio.h>
#include <stdarg.h>
static int get(FILE *f, const char *fmt, ...) { va_list ap; va_start(ap, fmt); int n = vfscanf(f, fmt, ap); va_end(ap); return n; }
int main(void) { char s[3]; return get(stdin, "%3s", s) == 1 ? s[0] : 0; }
