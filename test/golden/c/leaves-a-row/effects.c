/* Subscripts are checked as they were when they were evaluated. */
int a[2][3], i;
struct row { int x[3]; } rows[2];
struct { struct row r[2]; int after; } part;
static int step(void) { i = 5; return 1; }

int main(void) {
  a[1][i] = step();
  i = 1;
  a[i][i++] = 2;
  rows[0] = rows[i - 1];
  part.r[i - 1].x[2] = 3;
  struct row copy = part.r[i - SMALLER];
  return copy.x[0];
}
