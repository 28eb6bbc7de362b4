/* Fields of packed structures that no word of the structure holds: a header of 3 bytes, a run of 113
   bits, and a field in 9 bytes. */
#include <assert.h>
#include <string.h>

struct __attribute__((packed)) header { unsigned version : 3, length : 13, flags : 8; };
struct __attribute__((packed)) status { int a : 14; unsigned b : 5, c : 21, d : 30; int e : 18, f : 7, g : 18; };
struct __attribute__((packed)) counter { unsigned long long low : 3, value : 62; };

static struct header sent = {5, 4660, 200};
static struct status known = {-10, 0, 634, 17546, 399, -7, -386};

int main(void) {
  unsigned char wire[sizeof(struct header)];
  struct header got;
  struct status *status = &known;
  struct counter counter = {1, 0x2AAAAAAAAAAAAAAAull};
  memcpy(wire, &sent, sizeof sent);
  assert(sizeof sent == 3 && wire[0] == 0xA5 && wire[1] == 0x91 && wire[2] == 200);
  memcpy(&got, wire, sizeof got);
  assert(got.version == 5 && got.length == 4660 && got.flags == 200);
  assert(known.a == -10 && known.c == 634 && known.d == 17546 && known.e == 399 && known.f == -7 && known.g == -386);
  status->d += status->c;
  status->f--;
  assert(known.d == 18180 && known.f == -8 && known.e == 399 && known.g == -386);
  counter.value++;
  assert(counter.low == 1 && counter.value == 0x2AAAAAAAAAAAAAABull);
  assert(counter.value != (unsigned long long)sent.length + 0x2AAAAAAAAAAA9877ull);
  return 0;
}
