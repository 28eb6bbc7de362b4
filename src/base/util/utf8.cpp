// SPDX-License-Identifier: MIT
#include "base/util/utf8.hpp"

#include <algorithm>

namespace hardbop {

std::size_t character_length(std::string_view text) {
  if (text.empty()) return 0;
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x80U) return 1;
  const std::size_t length = first >= 0xF0U ? 4 : first >= 0xE0U ? 3 : first >= 0xC2U ? 2 : 0;
  if (length == 0 || first > 0xF4U || length > text.size()) return 0;
  return std::ranges::all_of(text.substr(1, length - 1), continues_character) ? length : 0;
}

}  // namespace hardbop
