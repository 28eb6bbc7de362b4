// SPDX-License-Identifier: MIT
#include "boolean/calculus/lexer.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace hardbop::calculus {

namespace {

using Spelling = std::pair<std::string_view, TokenKind>;

constexpr std::array keywords = {
#define HARDBOP_SPELLING(kind, text) Spelling{text, TokenKind::kind},
    HARDBOP_CALCULUS_KEYWORDS(HARDBOP_SPELLING)};

/// A longer mark comes before those it starts with.
constexpr std::array marks = {HARDBOP_CALCULUS_MARKS(HARDBOP_SPELLING)
#undef HARDBOP_SPELLING
};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool continues_name(char c) {
  return starts_name(c) || is_digit(c) || c == '\'';
}

class Tokeniser {
 public:
  Tokeniser(std::string_view text, Diagnostics& diagnostics)
      : text_(text), diagnostics_(diagnostics) {}

  std::vector<Token> run() {
    while (skip_blanks()) {
      const SourceOffset start = at_;
      const char c = text_[at_];
      if (starts_name(c)) {
        while (at_ < text_.size() && continues_name(text_[at_])) ++at_;
        add(word(text_.substr(start, at_ - start)), start);
      } else if (is_digit(c)) {
        while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
        add(TokenKind::Number, start);
      } else {
        mark();
      }
    }
    add(TokenKind::EndOfFile, at_);
    return std::move(tokens_);
  }

 private:
  std::string_view text_;
  Diagnostics& diagnostics_;
  SourceOffset at_ = 0;
  std::vector<Token> tokens_;

  void add(TokenKind kind, SourceOffset start) { tokens_.push_back({kind, {start, at_}}); }

  static TokenKind word(std::string_view text) {
    const auto found =
        std::ranges::find_if(keywords, [&](const Spelling& one) { return one.first == text; });
    return found == keywords.end() ? TokenKind::Name : found->second;
  }

  void mark() {
    const SourceOffset start = at_;
    for (const auto& [text, kind] : marks) {
      if (!text_.substr(at_).starts_with(text)) continue;
      at_ += static_cast<SourceOffset>(text.size());
      add(kind, start);
      return;
    }
    do ++at_;
    while (at_ < text_.size() && (static_cast<unsigned char>(text_[at_]) & 0xC0U) == 0x80U);
    diagnostics_.error({start, at_}, fmt::format("{} means nothing here",
                                                 quote_name(text_.substr(start, at_ - start))));
  }

  /// Blanks and comments; false at the end.
  bool skip_blanks() {
    while (at_ < text_.size()) {
      const std::string_view rest = text_.substr(at_);
      if (rest.starts_with("//")) {
        at_ = static_cast<SourceOffset>(std::min(text_.find('\n', at_), text_.size()));
      } else if (rest.starts_with("/*")) {
        const std::size_t end = text_.find("*/", at_ + 2);
        if (end == std::string_view::npos) {
          diagnostics_.error({at_, at_ + 2}, "this comment has no end", "'*/' ends it");
          at_ = static_cast<SourceOffset>(text_.size());
        } else {
          at_ = static_cast<SourceOffset>(end + 2);
        }
      } else if (rest.front() == ' ' || (rest.front() >= '\t' && rest.front() <= '\r')) {
        ++at_;
      } else {
        return true;
      }
    }
    return false;
  }
};

}  // namespace

std::vector<Token> tokenise(std::string_view text, Diagnostics& diagnostics) {
  return Tokeniser(text, diagnostics).run();
}

std::string describe(TokenKind kind) {
  switch (kind) {
    case TokenKind::Name: return "a name";
    case TokenKind::Number: return "a number";
    case TokenKind::EndOfFile: return "the end of the file";
    default: break;
  }
  for (const auto& [text, other] : keywords)
    if (other == kind) return fmt::format("'{}'", text);
  for (const auto& [text, other] : marks)
    if (other == kind) return fmt::format("'{}'", text);
  return "something";
}

}  // namespace hardbop::calculus
