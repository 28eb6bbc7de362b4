// SPDX-License-Identifier: MIT
// A limit on the depth of JSON that comes from others. It is parsed without recursion, but copied
// and printed with: a text of a million brackets would overflow the stack then.
#pragma once

#include <cstddef>
#include <string_view>

namespace hardbop {

/// Whether lists and objects are in more than a thousand others; what we ask for nests less than
/// ten deep.
[[nodiscard]] constexpr bool is_json_too_deep(std::string_view text) {
  constexpr std::size_t most = 1000;
  std::size_t depth = 0;
  bool is_in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_in_string && c == '\\') {
      ++i;  // what is escaped ends no string
    } else if (c == '"') {
      is_in_string = !is_in_string;
    } else if (!is_in_string && (c == '[' || c == '{')) {
      if (++depth > most) return true;
    } else if (!is_in_string && (c == ']' || c == '}')) {
      if (depth > 0) --depth;
    }
  }
  return false;
}

}  // namespace hardbop
