// SPDX-License-Identifier: MIT
#include "c/il/float_text.hpp"

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
  std::string out = is_double ? fmt::format("{}", number) : fmt::format("{}", single);
  if (out.find_first_of(".e") == std::string::npos) out += ".0";
  return is_double ? out : out + "f";
}

}  // namespace hardbop::c
