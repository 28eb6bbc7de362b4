/* The CRC-32 of any four bytes: by a table that the program makes first, and bit by bit. */
#include <assert.h>
#include <stdint.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static uint32_t table[256];

static uint32_t shifted(uint32_t crc) {
  for (int k = 0; k < 8; k++) crc = crc & 1 ? 0xEDB88320u ^ (crc >> 1) : crc >> 1;
  return crc;
}

int main(void) {
  for (uint32_t n = 0; n < 256; n++) table[n] = shifted(n);
  uint32_t fast = 0xFFFFFFFFu, slow = 0xFFFFFFFFu;
  for (int i = 0; i < 4; i++) {
    uint8_t byte = __VERIFIER_nondet_uchar();
    fast = table[(fast ^ byte) & 0xFF] ^ (fast >> 8);
    slow = shifted(slow ^ byte);
  }
  assert(fast == slow);
  return 0;
}
