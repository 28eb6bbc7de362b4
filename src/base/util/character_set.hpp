// SPDX-License-Identifier: MIT
// A set of characters, made by the compiler where it can be: scanners ask of every character of a
// text whether it is in one.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace hardbop {

class CharacterSet {
 public:
  constexpr CharacterSet() = default;
  explicit constexpr CharacterSet(std::string_view characters) {
    for (const char c : characters) parts_[index(c)] |= bit(c);
  }

  [[nodiscard]] constexpr bool empty() const {
    return (parts_[0] | parts_[1] | parts_[2] | parts_[3]) == 0;
  }
  [[nodiscard]] constexpr bool contains(char c) const { return (parts_[index(c)] & bit(c)) != 0; }

 private:
  static constexpr unsigned bits = 64;
  std::array<std::uint64_t, 4> parts_{};

  static constexpr std::size_t index(char c) { return static_cast<unsigned char>(c) / bits; }
  static constexpr std::uint64_t bit(char c) {
    return std::uint64_t{1} << (static_cast<unsigned char>(c) % bits);
  }
};

}  // namespace hardbop
