// SPDX-License-Identifier: MIT
// A small source of random numbers: the standard one's distributions differ between libraries.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace hardbop {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  /// A number below `limit`, which is not zero. (SplitMix64, by Sebastiano Vigna.)
  std::uint32_t below(std::uint32_t limit) {
    state_ += 0x9E37'79B9'7F4A'7C15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58'476D'1CE4'E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D0'49BB'1331'11EBULL;
    return static_cast<std::uint32_t>((z ^ (z >> 31U)) % limit);
  }
  std::uint32_t upto(std::uint32_t most) { return below(most + 1); }
  bool percent(std::uint32_t chance) { return below(100) < chance; }

  template <typename T>
  const T& one_of(const std::vector<T>& all) {
    return all[below(static_cast<std::uint32_t>(all.size()))];
  }
  template <typename T>
  void shuffle(std::vector<T>& all) {
    for (auto i = static_cast<std::uint32_t>(all.size()); i > 1; --i)
      std::swap(all[i - 1], all[below(i)]);
  }

 private:
  std::uint64_t state_;
};

}  // namespace hardbop
