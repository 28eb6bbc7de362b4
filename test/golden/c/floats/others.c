// Types and rounding modes that are not followed.
#include <fenv.h>
void reach_error(void);
int rounded(double d) {
#pragma STDC FENV_ROUND FE_UPWARD
  return d + 0.1 > 4;
}

int main(int argc, char **argv) {
  double d = argc;
  switch (argc) {
    case 1: { long double l = d; if (l > 3) reach_error(); break; }
    case 2: { _Complex double z = d; if (z == 3) reach_error(); break; }
    case 3: fesetenv(FE_DFL_ENV); break;
    case 4: return rounded(d);
  }
  return 0;
}
