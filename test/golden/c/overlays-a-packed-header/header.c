#include <assert.h>
#include <stdint.h>
struct __attribute__((packed)) hdr { uint8_t kind; uint32_t len; uint16_t crc; };
unsigned nondet(void);
int main(void) {
  unsigned char buf[16] = {0};
  unsigned off = nondet();
  if (off > 9) return 0;
  struct hdr *h = (struct hdr *)(buf + off);
  h->kind = 1; h->len = 0x01020304; h->crc = 0xBEEF;
  assert(buf[off] == 1 && buf[off + 1] == 4 && buf[off + 4] == 1 && buf[off + 6] == 0xBE);
#ifdef WRONG
  assert(buf[3] != 2);
#endif
  return 0;
}
