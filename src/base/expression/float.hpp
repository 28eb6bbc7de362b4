// SPDX-License-Identifier: MIT
// Arithmetic of IEEE 754 on words, by the machine's own, under a rounding that is set for each
// operation. What differs between machines is fixed: a result that is not a number is always the
// same one, and a number that is no integer of the width becomes the highest bit alone.
#pragma once

#include "base/expression/expression.hpp"

namespace hardbop::words {

/// The parts of a number of 32 or 64 bits.
struct FloatFormat {
  Width exponent = 8;
  Width fraction = 23;  // that is stored
};
[[nodiscard]] constexpr FloatFormat float_format(Width width) {
  return width == 32 ? FloatFormat{8, 23} : FloatFormat{11, 52};
}
/// 2^exponent or its negative, as a word, where that is a number of the width and not subnormal.
[[nodiscard]] constexpr std::uint64_t power_of_two(Width width, int exponent, bool is_negative) {
  const FloatFormat format = float_format(width);
  const std::uint64_t bias = mask(static_cast<Width>(format.exponent - 1));
  return (bias + static_cast<std::uint64_t>(exponent)) << format.fraction |
         std::uint64_t{is_negative} << (width - 1U);
}
/// What every result is that is not a number.
[[nodiscard]] constexpr std::uint64_t not_a_number(Width width) {
  return width == 32 ? 0x7FC0'0000U : 0x7FF8'0000'0000'0000U;
}

/// What an operation of numbers makes of words; `operands` is the width of the first.
[[nodiscard]] std::uint64_t apply_float(const Node& node, Width operands, std::uint64_t a,
                                        std::uint64_t b);

}  // namespace hardbop::words
