#include <assert.h>
struct packet { int length; int *data; };
void transmit(const struct packet *);
static int data;
int main(void) {
  struct packet packet = {1, 0};
  transmit(&packet);
  assert(packet.length == 1 && data == 0);
#ifdef LINKED
  packet.data = &data;
  transmit(&packet);
  assert(packet.length == 1);
  assert(data == 0);
#endif
  return 0;
}
