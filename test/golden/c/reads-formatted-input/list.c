#include <stdio.h>
#include <stdarg.h>
#include <assert.h>
static int get(const char *f, ...) { va_list ap; va_start(ap, f); int n = vscanf(f, ap); va_end(ap); return n; }
int main(void) { int x = 5; char s[4]; int n = get("%2d %3s", &x, s); assert(n >= -1 && n <= 2); if (n >= 1) assert(x <= 99 && x >= -9); return 0; }
