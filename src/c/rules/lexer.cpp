// SPDX-License-Identifier: MIT
#include "c/rules/lexer.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace hardbop::rules {

namespace {

/// A longer mark comes before those it starts with.
constexpr std::array<std::string_view, 32> marks = {
    "||", "&&", "==", "!=", "<=", ">=", "++", "--", "+=", "-=", "{", "}", "(", ")", "[", "]",
    ";",  ",",  ".",  "=",  "<",  ">",  "+",  "-",  "*",  "&",  "|", "^", "!", "~", ":", "?"};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool continues_name(char c) {
  return starts_name(c) || is_digit(c);
}

class Tokeniser {
 public:
  Tokeniser(std::string_view text, Diagnostics& diagnostics)
      : text_(text), diagnostics_(diagnostics) {}

  std::vector<RuleToken> run() {
    while (skip_blanks()) read();
    add(RuleToken::Kind::EndOfFile, at_);
    return std::move(tokens_);
  }

 private:
  std::string_view text_;
  Diagnostics& diagnostics_;
  SourceOffset at_ = 0;
  std::vector<RuleToken> tokens_;

  void add(RuleToken::Kind kind, SourceOffset start) {
    tokens_.push_back({kind, {start, at_}, text_.substr(start, at_ - start)});
  }

  void skip_name() {
    while (at_ < text_.size() && continues_name(text_[at_])) ++at_;
  }

  void read() {
    const SourceOffset start = at_;
    const char c = text_[at_];
    if (continues_name(c)) {  // a number may have a prefix and a suffix
      skip_name();
      return add(is_digit(c) ? RuleToken::Kind::Number : RuleToken::Kind::Name, start);
    }
    if (c == '$') {
      ++at_;
      skip_name();
      return add(RuleToken::Kind::Parameter, start);
    }
    if (c == '"') return string();
    for (const std::string_view mark : marks) {
      if (!text_.substr(at_).starts_with(mark)) continue;
      at_ += static_cast<SourceOffset>(mark.size());
      return add(RuleToken::Kind::Mark, start);
    }
    do ++at_;
    while (at_ < text_.size() && (static_cast<unsigned char>(text_[at_]) & 0xC0U) == 0x80U);
    diagnostics_.error({start, at_}, fmt::format("{} means nothing here",
                                                 quote_name(text_.substr(start, at_ - start))));
  }

  /// Ends on its line.
  void string() {
    const SourceOffset start = at_;
    const std::size_t end = text_.find_first_of("\"\n", at_ + 1);
    if (end == std::string_view::npos || text_[end] == '\n') {
      at_ = static_cast<SourceOffset>(std::min(end, text_.size()));
      diagnostics_.error({start, at_}, "this string has no end", "'\"' ends it");
      return;
    }
    at_ = static_cast<SourceOffset>(end + 1);
    add(RuleToken::Kind::String, start);
  }

  /// Blanks and comments; false at the end.
  bool skip_blanks() {
    while (at_ < text_.size()) {
      const std::string_view rest = text_.substr(at_);
      if (rest.starts_with("//")) {
        at_ = static_cast<SourceOffset>(std::min(text_.find('\n', at_), text_.size()));
      } else if (rest.starts_with("/*")) {
        const std::size_t end = text_.find("*/", at_ + 2);
        if (end == std::string_view::npos)
          diagnostics_.error({at_, at_ + 2}, "this comment has no end", "'*/' ends it");
        at_ = static_cast<SourceOffset>(std::min(end, text_.size() - 2) + 2);
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

std::vector<RuleToken> tokenise_rule(std::string_view text, Diagnostics& diagnostics) {
  return Tokeniser(text, diagnostics).run();
}

}  // namespace hardbop::rules
