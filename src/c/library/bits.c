// SPDX-License-Identifier: MIT
// GCC's builtin functions of bits, `__builtin_X` as `__bits_X`, and ffs of strings.h.
typedef unsigned long long word;

void __unsupported(const char *what);

static int count_leading(word x, int width) {
  int n = 0;
  if (x == 0) __unsupported(" with zero");
  x <<= 64 - width;
  if (x >> 32 == 0) n += 32, x <<= 32;
  if (x >> 48 == 0) n += 16, x <<= 16;
  if (x >> 56 == 0) n += 8, x <<= 8;
  if (x >> 60 == 0) n += 4, x <<= 4;
  if (x >> 62 == 0) n += 2, x <<= 2;
  if (x >> 63 == 0) n += 1;
  return n;
}

static int count_trailing(word x) {
  int n = 0;
  if (x == 0) __unsupported(" with zero");
  if ((x & 0xffffffff) == 0) n += 32, x >>= 32;
  if ((x & 0xffff) == 0) n += 16, x >>= 16;
  if ((x & 0xff) == 0) n += 8, x >>= 8;
  if ((x & 0xf) == 0) n += 4, x >>= 4;
  if ((x & 0x3) == 0) n += 2, x >>= 2;
  if ((x & 0x1) == 0) n += 1;
  return n;
}

static int count_ones(word x) {
  x = x - ((x >> 1) & 0x5555555555555555);
  x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333);
  x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f;
  x = x + (x >> 8);
  x = x + (x >> 16);
  x = x + (x >> 32);
  return (int)(x & 127);
}

static word swap_bytes(word x) {
  x = (x << 32) | (x >> 32);
  x = (x & 0x0000ffff0000ffff) << 16 | (x & 0xffff0000ffff0000) >> 16;
  return (x & 0x00ff00ff00ff00ff) << 8 | (x & 0xff00ff00ff00ff00) >> 8;
}

int __bits_clz(unsigned x) {
  return count_leading(x, 32);
}

int __bits_clzl(unsigned long x) {
  return count_leading(x, 8 * sizeof(long));
}

int __bits_clzll(word x) {
  return count_leading(x, 64);
}

int __bits_ctz(unsigned x) {
  return count_trailing(x);
}

int __bits_ctzl(unsigned long x) {
  return count_trailing(x);
}

int __bits_ctzll(word x) {
  return count_trailing(x);
}

int __bits_popcount(unsigned x) {
  return count_ones(x);
}

int __bits_popcountl(unsigned long x) {
  return count_ones(x);
}

int __bits_popcountll(word x) {
  return count_ones(x);
}

int __bits_parity(unsigned x) {
  return count_ones(x) & 1;
}

int __bits_parityl(unsigned long x) {
  return count_ones(x) & 1;
}

int __bits_parityll(word x) {
  return count_ones(x) & 1;
}

unsigned short __bits_bswap16(unsigned short x) {
  return (unsigned short)(x << 8 | x >> 8);
}

unsigned __bits_bswap32(unsigned x) {
  return (unsigned)(swap_bytes(x) >> 32);
}

__UINT64_TYPE__ __bits_bswap64(__UINT64_TYPE__ x) {
  return swap_bytes(x);
}

int ffs(int x) {
  return x == 0 ? 0 : count_trailing((unsigned)x) + 1;
}

int ffsl(long x) {
  return x == 0 ? 0 : count_trailing((unsigned long)x) + 1;
}

int ffsll(long long x) {
  return x == 0 ? 0 : count_trailing((word)x) + 1;
}
