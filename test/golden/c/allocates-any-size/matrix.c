#include <assert.h>

int nondet(void);

static int sum(int rows, int columns, int a[rows][columns]) {
  int total = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) total += a[i][j];
  return total;
}

int main(void) {
  int rows = nondet();
  int columns = nondet();
  if (rows > 3 || columns < 1 || columns > 3) return 0;
#ifndef EMPTY
  if (rows < 1) return 0;
#endif
  int a[rows][columns];
  int(*row)[columns] = a;
  for (int i = 0; i < rows; i++, row++)
    for (int j = 0; j < columns; j++) (*row)[j] = 2;
  assert(row - a == rows);
  assert(sizeof a == rows * columns * sizeof(int));
  assert(sizeof a[0] == columns * sizeof(int));
#ifdef WRONG
  assert(sum(rows, columns, a) != 8);
#else
  assert(sum(rows, columns, a) == 2 * rows * columns);
#endif
  return 0;
}
