// SPDX-License-Identifier: MIT
// Tokens of formulas and monitors. Private to the layer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/util/diagnostic.hpp"
#include "base/util/source.hpp"

namespace hardbop::temporal {

enum class TokenKind : std::uint8_t {
  End,
  Name,    // also the letters of temporal operators, which only the parser can tell
  Quoted,  // "X": a name, whatever it looks like
  Number,
  At,
  LeftParen,
  RightParen,
  LeftBracket,
  RightBracket,
  Always,      // []
  Eventually,  // <>
  Not,
  And,
  Or,
  Xor,
  Implies,
  Equal,
  NotEqual,
  Question,
  Colon,
  Wrong,
};

struct Token {
  TokenKind kind = TokenKind::End;
  SourceSpan span;
  std::string_view text;  // of a quoted name: without the quotes
};

/// Reads one line of a source at a time, or as much as the span says.
class Lexer {
 public:
  Lexer(const SourceFile& source, SourceSpan span)
      : text_(source.text()), at_(span.begin), end_(span.end) {}

  [[nodiscard]] Token next();

 private:
  std::string_view text_;
  SourceOffset at_;
  SourceOffset end_;

  [[nodiscard]] Token make(TokenKind kind, SourceOffset length);
  [[nodiscard]] bool starts(std::string_view text) const;
  [[nodiscard]] Token enclosed(char close, TokenKind kind, bool with_marks);
};

/// As a message should name it.
[[nodiscard]] std::string describe(const Token& token);

}  // namespace hardbop::temporal
