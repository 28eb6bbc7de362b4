/* AES-128: the encryption of one block, after FIPS 197, with the vector of its appendix B. There
   are no inputs, so the program has one run; its S-box is computed first. */
#include <assert.h>
#include <stdint.h>

static uint8_t sbox[256], round_key[176], state[4][4];

static uint8_t twice(uint8_t x) { return (uint8_t)((x << 1) ^ ((x >> 7) * 0x1b)); }

static uint8_t rotated(uint8_t x, int by) { return (uint8_t)(x << by | x >> (8 - by)); }

/* All numbers but 0 are powers of 3, so powers[255 - i] is the inverse of powers[i]. */
static void make_sbox(void) {
  static uint8_t powers[256];
  powers[0] = 1;
  for (int i = 1; i < 256; i++) powers[i] = powers[i - 1] ^ twice(powers[i - 1]);
  sbox[0] = 0x63;
  for (int i = 0; i < 255; i++) {
    uint8_t all = powers[255 - i];
    for (int by = 1; by <= 4; by++) all ^= rotated(powers[255 - i], by);
    sbox[powers[i]] = all ^ 0x63;
  }
}

static void expand(const uint8_t *key) {
  uint8_t constant = 1;
  for (int i = 0; i < 16; i++) round_key[i] = key[i];
  for (int i = 16; i < 176; i += 4) {
    uint8_t word[4];
    for (int k = 0; k < 4; k++) word[k] = round_key[i - 4 + k];
    if (i % 16 == 0) {
      for (int k = 0; k < 4; k++) word[k] = sbox[round_key[i - 4 + (k + 1) % 4]];
      word[0] ^= constant;
      constant = twice(constant);
    }
    for (int k = 0; k < 4; k++) round_key[i + k] = round_key[i - 16 + k] ^ word[k];
  }
}

static void add_key(int round) {
  for (int i = 0; i < 16; i++) state[i / 4][i % 4] ^= round_key[round * 16 + i];
}

static void substitute(void) {
  for (int i = 0; i < 16; i++) state[i / 4][i % 4] = sbox[state[i / 4][i % 4]];
}

static void shift_rows(void) {
  for (int row = 1; row < 4; row++) {
    uint8_t old[4];
    for (int i = 0; i < 4; i++) old[i] = state[i][row];
    for (int i = 0; i < 4; i++) state[i][row] = old[(i + row) % 4];
  }
}

static void mix_columns(void) {
  for (int i = 0; i < 4; i++) {
    uint8_t first = state[i][0], all = 0;
    for (int k = 0; k < 4; k++) all ^= state[i][k];
    for (int k = 0; k < 4; k++)
      state[i][k] ^= all ^ twice(state[i][k] ^ (k < 3 ? state[i][k + 1] : first));
  }
}

static void encrypt(void) {
  add_key(0);
  for (int round = 1; round <= 10; round++) {
    substitute();
    shift_rows();
    if (round < 10) mix_columns();
    add_key(round);
  }
}

int main(void) {
  static const uint8_t key[16] = {0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6,
                                  0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c};
  static const uint8_t plain[16] = {0x32, 0x43, 0xf6, 0xa8, 0x88, 0x5a, 0x30, 0x8d,
                                    0x31, 0x31, 0x98, 0xa2, 0xe0, 0x37, 0x07, 0x34};
  static const uint8_t cipher[16] = {0x39, 0x25, 0x84, 0x1d, 0x02, 0xdc, 0x09, 0xfb,
                                     0xdc, 0x11, 0x85, 0x97, 0x19, 0x6a, 0x0b, 0x32};
  make_sbox();
  expand(key);
  for (int i = 0; i < 16; i++) state[i / 4][i % 4] = plain[i];
  encrypt();
  for (int i = 0; i < 16; i++) assert(state[i / 4][i % 4] == cipher[i]);
  return 0;
}
