#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
int (*convert)(int) = toupper;
int (*test)(int) = isdigit;
int main(void) {
  assert(isalpha('a') && !isalpha('1') && isspace('\t') && test('7'));
  assert(convert('x') == 'X');
  return 0;
}
