#include <assert.h>
void flush(void);
int main(void) {
  for (;;) flush();
}
