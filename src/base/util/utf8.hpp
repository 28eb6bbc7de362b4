// SPDX-License-Identifier: MIT
// Characters of UTF-8.
#pragma once

#include <cstddef>
#include <string_view>

namespace hardbop {

/// How many bytes the first character of a text has; 0 where it is no well-formed UTF-8.
[[nodiscard]] std::size_t character_length(std::string_view text);

/// Whether a byte is not the first one of its character.
[[nodiscard]] constexpr bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

}  // namespace hardbop
