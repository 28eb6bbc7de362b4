// What arithmetic becomes.
#include <math.h>
float g = 1.5f;
double table[2] = {0.1, -0.0};

double half(float x, int n) {
  g = -g * n + 1;
  g++;
  if (x != g || !n) return x / 2 + table[1];
  return sqrt(fabs(x)) > floor(table[0]) ? n : (unsigned)x;
}

int main(void) {
  float x = half(2, 3);
  return x ? (int)x : 7;
}
