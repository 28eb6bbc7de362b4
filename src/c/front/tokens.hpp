// SPDX-License-Identifier: MIT
// The tokens of a text of C as they are written, for those who show it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hardbop::c {

enum class TokenKind : std::uint8_t { Keyword, Name, Number, String, Comment, Directive };

/// A part of a text; operators and the like are none.
struct Token {
  TokenKind kind = TokenKind::Name;
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// In the order of the text, which may have errors; none where this build does not read C.
[[nodiscard]] std::vector<Token> find_tokens(const std::string& text);

}  // namespace hardbop::c
