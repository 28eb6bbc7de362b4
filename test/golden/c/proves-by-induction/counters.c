#include <assert.h>
extern int more(void);

int main(void) {
  unsigned sent = 0, received = 0, lost = 0;
  while (more()) {
    sent++;
    if (more())
      received++;
    else
      lost++;
  }
  assert(sent == received + lost);
  return 0;
}
