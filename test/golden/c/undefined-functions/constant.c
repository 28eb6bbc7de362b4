#include <assert.h>
struct packet { int length; int *data; };
void send(const struct packet *);
static int data;
int main(void) {
  struct packet packet = {1, 0};
  send(&packet);
  assert(packet.length == 1 && data == 0);
#ifdef LINKED
  packet.data = &data;
  send(&packet);
  assert(packet.length == 1);
  assert(data == 0);
#endif
  return 0;
}
