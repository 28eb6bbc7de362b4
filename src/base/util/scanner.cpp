// SPDX-License-Identifier: MIT
#include "base/util/scanner.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/util/utf8.hpp"

namespace hardbop {

namespace {

using Kind = TextToken::Kind;

constexpr std::string_view comment_start = "/*";
constexpr std::string_view comment_end = "*/";

constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// One character; bytes that are none stay together.
std::size_t unknown_length(std::string_view text) {
  if (const std::size_t length = character_length(text); length != 0) return length;
  std::size_t length = 1;
  while (length < text.size() && continues_character(text[length])) ++length;
  return length;
}

std::string_view closer(std::string_view opener) {
  if (opener == comment_start) return comment_end;
  return opener == "{" ? "}" : opener;
}

}  // namespace

Scanner::Scanner(std::string_view text, SourceSpan part, const TokenSyntax& syntax)
    : text_(text.substr(0, part.end)), at_(part.begin), syntax_(syntax) {}

Scanner::Scanner(std::string_view text, const TokenSyntax& syntax)
    : Scanner(text, {0, static_cast<SourceOffset>(text.size())}, syntax) {}

bool Scanner::starts_name(char c) const {
  return is_letter(c) || syntax_.name_starts.contains(c);
}

bool Scanner::continues_name(char c) const {
  return is_letter(c) || is_digit(c) || syntax_.name_parts.contains(c);
}

TextToken Scanner::make(Kind kind, std::size_t length) {
  const SourceOffset start = at_;
  at_ += static_cast<SourceOffset>(length);
  return {kind, {start, at_}, text_.substr(start, length)};
}

bool Scanner::at_comment() const {
  return std::ranges::any_of(syntax_.line_comments,
                             [&](std::string_view start) { return is_here(start); });
}

/// False where none that ends is here.
bool Scanner::skip_comment() {
  if (at_comment()) {
    at_ = static_cast<SourceOffset>(std::min(text_.find('\n', at_), text_.size()));
    return true;
  }
  if (!syntax_.has_block_comments || !is_here(comment_start)) return false;
  const std::size_t end = text_.find(comment_end, at_ + comment_start.size());
  if (end == std::string_view::npos) return false;
  at_ = static_cast<SourceOffset>(end + comment_end.size());
  return true;
}

/// False at the end.
bool Scanner::skip_blanks() {
  while (at_ < text_.size()) {
    if (is_blank(text_[at_])) {
      ++at_;
    } else if (!skip_comment()) {
      return true;
    }
  }
  return false;
}

TextToken Scanner::next() {
  if (!skip_blanks()) return make(Kind::End, 0);
  if (syntax_.has_block_comments && is_here(comment_start)) {
    const TextToken token = make(Kind::Unclosed, comment_start.size());
    at_ = static_cast<SourceOffset>(text_.size());
    return token;
  }
  const char c = text_[at_];
  for (const Quote& quote : syntax_.quotes)
    if (c == quote.open) return quoted(quote);
  if (syntax_.word_ends.empty() && starts_name(c)) return name();
  if (syntax_.word_ends.empty() && is_digit(c)) return number();
  std::string_view longest;
  for (const std::string_view mark : syntax_.marks)
    if (mark.size() > longest.size() && is_here(mark)) longest = mark;
  if (!longest.empty()) return make(Kind::Mark, longest.size());
  if (!syntax_.word_ends.empty()) return word();
  return make(Kind::Unknown, unknown_length(rest()));
}

TextToken Scanner::word() {
  std::size_t end = at_;
  while (end < text_.size() && !is_blank(text_[end]) && !syntax_.word_ends.contains(text_[end]))
    ++end;
  if (end == at_) return make(Kind::Unknown, unknown_length(rest()));
  return make(Kind::Name, end - at_);
}

TextToken Scanner::name() {
  std::size_t end = at_ + std::size_t{1};
  while (end < text_.size() && continues_name(text_[end])) ++end;
  TextToken token = make(Kind::Name, end - at_);
  if (std::ranges::find(syntax_.keywords, token.text) != syntax_.keywords.end())
    token.kind = Kind::Keyword;
  return token;
}

TextToken Scanner::number() {
  std::size_t end = at_ + std::size_t{1};
  while (end < text_.size() &&
         (is_digit(text_[end]) || (syntax_.has_long_numbers && continues_name(text_[end]))))
    ++end;
  return make(Kind::Number, end - at_);
}

TextToken Scanner::quoted(const Quote& quote) {
  std::size_t end = at_ + std::size_t{1};
  for (; end < text_.size() && (quote.has_lines || text_[end] != '\n'); ++end) {
    const bool is_doubled = quote.escape == Quote::Escape::Doubled && text_[end] == quote.close &&
                            end + 1 < text_.size() && text_[end + 1] == quote.close;
    if (is_doubled || (quote.escape == Quote::Escape::Backslash && text_[end] == '\\')) {
      ++end;
    } else if (text_[end] == quote.close) {
      return make(Kind::Quoted, end + 1 - at_);
    }
  }
  const TextToken token = make(Kind::Unclosed, 1);
  at_ = static_cast<SourceOffset>(std::min(end, text_.size()));
  return token;
}

std::vector<TextToken> scan(Scanner scanner) {
  std::vector<TextToken> tokens;
  do tokens.push_back(scanner.next());
  while (tokens.back().kind != Kind::End);
  return tokens;
}

void report_unknown(std::vector<TextToken>& tokens, Diagnostics& diagnostics) {
  std::erase_if(tokens, [&](const TextToken& token) {
    if (token.kind == Kind::Unclosed) report_unclosed(token, diagnostics);
    if (token.kind == Kind::Unknown)
      diagnostics.error(token.at, fmt::format("unexpected {}", quote_name(token.text)));
    return token.kind == Kind::Unclosed || token.kind == Kind::Unknown;
  });
}

void report_unclosed(const TextToken& token, Diagnostics& diagnostics) {
  const std::string_view what = token.text == comment_start ? "this comment"
                                : token.text == "\""        ? "this string"
                                                            : "this";
  diagnostics.error(token.at, fmt::format("{} is not closed", what),
                    fmt::format("end it with '{}'", closer(token.text)));
}

}  // namespace hardbop
