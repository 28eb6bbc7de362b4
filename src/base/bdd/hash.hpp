// SPDX-License-Identifier: MIT
// Hashing by multiplication. Node indices are handed out in sequence, so the keys of
// both tables differ in few low bits; a product with an odd 64-bit constant carries
// them into the high bits, which are the ones the tables use (Knuth, TAOCP 3, 6.4).
#pragma once

#include <cstdint>

namespace hardbop::bdd {

inline constexpr std::uint64_t hash_factor = 0x9E37'79B9'7F4A'7C15U;
inline constexpr std::uint64_t hash_factor2 = 0xD6E8'FEB8'6659'FD93U;

/// Take the high bits: `hash(a, b) >> (64 - log2 of the table's size)`.
inline std::uint64_t hash(std::uint32_t a, std::uint32_t b) {
  std::uint64_t key = (std::uint64_t{a} << 32) | b;
  key ^= key >> 31;
  return key * hash_factor;
}

inline std::uint64_t hash(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  std::uint64_t key = ((std::uint64_t{a} << 32) | b) + c * hash_factor2;
  key ^= key >> 31;
  return key * hash_factor;
}

}  // namespace hardbop::bdd
