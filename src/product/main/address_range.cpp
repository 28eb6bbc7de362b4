// SPDX-License-Identifier: MIT
#include "product/main/address_range.hpp"

#include <charconv>
#include <string_view>

namespace hardbop::cli {

namespace {

/// Decimal, or hexadecimal behind 0x.
std::optional<std::uint64_t> read_address(std::string_view text) {
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  if (is_hex) text.remove_prefix(2);
  std::uint64_t out = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, out, is_hex ? 16 : 10);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return out;
}

}  // namespace

std::optional<CAddressRange> read_address_range(const std::string& text) {
  const std::size_t middle = text.find_first_of("-+");
  if (middle == std::string::npos) return std::nullopt;
  const auto first = read_address(std::string_view(text).substr(0, middle));
  const auto second = read_address(std::string_view(text).substr(middle + 1));
  if (!first || !second) return std::nullopt;
  if (text[middle] == '+' && *second == 0) return std::nullopt;
  const std::uint64_t last = text[middle] == '+' ? *first + (*second - 1) : *second;
  if (last < *first) return std::nullopt;
  return CAddressRange{*first, last};
}

CLI::Validator address_range() {
  return {[](const std::string& text) {
            return read_address_range(text)
                       ? std::string()
                       : "'" + text +
                             "' is not FIRST-LAST or FIRST+SIZE, such as 0x40000000-0x5fffffff";
          },
          ""};
}

}  // namespace hardbop::cli
