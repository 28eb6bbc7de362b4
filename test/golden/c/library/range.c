#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  int r = rand();
  assert(r >= 0);
  assert(random() >= 0);
  assert(sleep(3) <= 3);
  assert(write(1, "abc", 3) <= 3);
  assert(toupper('q') == 'Q' && tolower('Q') == 'q' && toupper('7') == '7');
  assert((isdigit)('7') && !(isdigit)('q') && (isspace)('\n'));
#ifdef LESS
  assert(r < 2147483647);
#endif
  return 0;
}
