/* The CRC-32 of nine digits, by a table. Nothing is unknown, so the solver is not asked. */
#include <assert.h>
#include <stdint.h>

static uint32_t table[256];

static void make_table(void) {
  for (uint32_t n = 0; n < 256; n++) {
    uint32_t crc = n;
    for (int k = 0; k < 8; k++) crc = crc & 1 ? 0xEDB88320u ^ (crc >> 1) : crc >> 1;
    table[n] = crc;
  }
}

static uint32_t checksum(const char *text) {
  uint32_t crc = 0xFFFFFFFFu;
  for (; *text; text++) crc = table[(crc ^ (uint8_t)*text) & 0xFF] ^ (crc >> 8);
  return ~crc;
}

int main(void) {
  make_table();
  assert(checksum("123456789") == 0xCBF43926u);
#ifdef WRONG
  assert(checksum("1234567890") == 0xCBF43926u);
#endif
  return 0;
}
