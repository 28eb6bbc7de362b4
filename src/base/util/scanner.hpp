// SPDX-License-Identifier: MIT
// Splits a text into tokens: names, numbers, quoted texts and marks. What they look like is a value
// (TokenSyntax), so that each grammar has its own. Boolean programs alone, which can be very large,
// have a lexer of their own.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/util/character_set.hpp"
#include "base/util/diagnostic.hpp"
#include "base/util/source.hpp"

namespace hardbop {

/// A text between two characters.
struct Quote {
  enum class Escape : std::uint8_t {
    None,
    Doubled,    // the closing character twice stands for itself
    Backslash,  // a character behind a backslash stands for itself
  };
  char open = '"';
  char close = '"';
  Escape escape = Escape::None;
  bool has_lines = false;  // otherwise it ends on its line
};

/// How the tokens of one grammar look.
struct TokenSyntax {
  std::span<const std::string_view> marks = {};     // in any order: the longest that fits is taken
  std::span<const std::string_view> keywords = {};  // words that are no names
  std::span<const std::string_view> line_comments = {};
  std::span<const Quote> quotes = {};
  CharacterSet name_starts = {};    // beside letters and '_'
  CharacterSet name_parts = {};     // beside letters, digits and '_'
  CharacterSet word_ends = {};      // not empty: names and numbers are words up to a blank or these
  bool has_block_comments = false;  // as those of C
  bool has_long_numbers = false;    // letters and whatever a name is made of go on a number: 0x1Fu
};

struct TextToken {
  enum class Kind : std::uint8_t {
    End,
    Name,
    Keyword,
    Number,
    Quoted,
    Mark,
    Unclosed,  // the start of a quoted text or comment that does not end
    Unknown,   // one character that starts no token
  };
  Kind kind = Kind::End;
  SourceSpan at;
  std::string_view text;  // as written, with its quotes

  /// Without the quotes.
  [[nodiscard]] std::string_view inside() const { return text.substr(1, text.size() - 2); }
};

/// Of S-expressions, as SMT-LIB has them: parentheses, words, and strings in which a quote is
/// doubled.
namespace s_expressions {
constexpr std::array<std::string_view, 2> marks{"(", ")"};
constexpr std::array<std::string_view, 1> comments{";"};
constexpr std::array quotes{Quote{'"', '"', Quote::Escape::Doubled, true}};
constexpr TokenSyntax syntax{.marks = marks,
                             .line_comments = comments,
                             .quotes = quotes,
                             .word_ends = CharacterSet("()\";")};
}  // namespace s_expressions

[[nodiscard]] constexpr bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
[[nodiscard]] constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

class Scanner {
 public:
  /// Of a part of a text; both must outlive the scanner.
  Scanner(std::string_view text, SourceSpan part, const TokenSyntax& syntax);
  Scanner(std::string_view text, const TokenSyntax& syntax);

  /// The next token; at the end, again and again, one of that kind.
  [[nodiscard]] TextToken next();

 private:
  std::string_view text_;  // up to the part's end
  SourceOffset at_;
  const TokenSyntax& syntax_;

  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
  /// Not at the end. The first character says most; to compare texts takes a call.
  [[nodiscard]] bool is_here(std::string_view mark) const {
    return text_[at_] == mark.front() && (mark.size() == 1 || rest().starts_with(mark));
  }
  [[nodiscard]] bool skip_blanks();
  [[nodiscard]] bool skip_comment();
  [[nodiscard]] bool at_comment() const;
  [[nodiscard]] TextToken make(TextToken::Kind kind, std::size_t length);
  [[nodiscard]] TextToken word();
  [[nodiscard]] TextToken name();
  [[nodiscard]] TextToken number();
  [[nodiscard]] TextToken quoted(const Quote& quote);
  [[nodiscard]] bool starts_name(char c) const;
  [[nodiscard]] bool continues_name(char c) const;
};

/// All tokens of a scanner, the end last.
[[nodiscard]] std::vector<TextToken> scan(Scanner scanner);
/// Takes out those that are none, and reports them.
void report_unknown(std::vector<TextToken>& tokens, Diagnostics& diagnostics);
/// Reports what starts at an unclosed token.
void report_unclosed(const TextToken& token, Diagnostics& diagnostics);

}  // namespace hardbop
