// SPDX-License-Identifier: MIT
// Text of users in a line of output. Names in Boolean programs may contain the end of a line: with
// that, what follows would look like an answer.
#pragma once

#include <algorithm>
#include <string>

namespace hardbop {

/// Blanks stand for the ends of lines and all else that controls a terminal.
[[nodiscard]] inline std::string one_line(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < ' ' || c == 0x7f; }, ' ');
  return text;
}

}  // namespace hardbop
