// SPDX-License-Identifier: MIT
#include "c/il/value_text.hpp"

#include <bit>
#include <cmath>
#include <fmt/format.h>

namespace hardbop::c {

std::string float_text(std::uint64_t word, unsigned bits) {
  const bool is_double = bits == 64;
  const auto single = std::bit_cast<float>(static_cast<std::uint32_t>(word));
  const double number = is_double ? std::bit_cast<double>(word) : static_cast<double>(single);
  const char* const sign = std::signbit(number) ? "-" : "";
  if (std::isnan(number)) return fmt::format("{}NAN", sign);
  if (std::isinf(number)) return fmt::format("{}INFINITY", sign);
  const bool is_short = std::abs(number) < 1e15 && std::trunc(number) == number;
  if (is_short) return fmt::format("{:.1f}{}", number, is_double ? "" : "f");
  std::string out = is_double ? fmt::format("{}", number) : fmt::format("{}", single);
  if (out.find_first_of(".e") == std::string::npos) out += ".0";
  return is_double ? out : out + "f";
}

std::string value_text(std::uint64_t word, Type type) {
  if (type.is_float) return float_text(word, type.bits);
  if (type.is_signed) return std::to_string(words::as_signed(word, type.bits));
  return std::to_string(word);
}

}  // namespace hardbop::c
