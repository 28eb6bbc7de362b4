#include <stdio.h>
#include <string.h>
#include <assert.h>
int main(void) { char b[32]; int n = snprintf(b, sizeof b, "%g %.2e %G|%8.3g", 0.0001, 12345.678, 1e10, 3.14159); assert(strcmp(b, "0.0001 1.23e+04 1E+10|    3.14") == 0); assert(n == (int)strlen(b)); sprintf(b, "%.2f", 2.675); assert(!strcmp(b, "2.67") || !strcmp(b, "2.68")); return 0; }
