#include <assert.h>
#include <stdio.h>

int main(void) {
  int n = 0;
  double number = 0;
  char word[4], line[4];
  if (scanf("%2d %lf", &n, &number) != 2) return 1;
  assert(n < 100 && n > -10);
  if (scanf("%3[^\n]%*c%3[a-c]", line, word) != 2) return 1;
  assert(line[0] != '\n' && word[0] >= 'a' && word[0] <= 'c');
#ifdef SPACE
  assert(line[0] != ' ');
#elif defined NUMBER
  assert(number != 0.5);
#elif defined LONG
  scanf("%s", word);
#endif
  return 0;
}
