// SPDX-License-Identifier: MIT
#include "boolean/temporal/lexer.hpp"

#include <array>
#include <fmt/format.h>
#include <utility>

namespace hardbop::temporal {

namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '#';
}

bool is_name_part(char c) {
  return is_name_start(c) || is_digit(c) || c == '.';
}

/// Longer ones first.
constexpr std::array<std::pair<std::string_view, TokenKind>, 25> punctuation{{
    {"<=>", TokenKind::Equal},      {"<->", TokenKind::Equal},     {"==>", TokenKind::Implies},
    {"[]", TokenKind::Always},      {"<>", TokenKind::Eventually}, {"=>", TokenKind::Implies},
    {"->", TokenKind::Implies},     {"==", TokenKind::Equal},      {"!=", TokenKind::NotEqual},
    {"||", TokenKind::Or},          {"&&", TokenKind::And},        {"@", TokenKind::At},
    {"(", TokenKind::LeftParen},    {")", TokenKind::RightParen},  {"[", TokenKind::LeftBracket},
    {"]", TokenKind::RightBracket}, {"!", TokenKind::Not},         {"~", TokenKind::Not},
    {"&", TokenKind::And},          {"|", TokenKind::Or},          {"^", TokenKind::Xor},
    {"=", TokenKind::Equal},        {"?", TokenKind::Question},    {":", TokenKind::Colon},
    {",", TokenKind::Wrong},
}};

}  // namespace

Token Lexer::make(TokenKind kind, SourceOffset length) {
  Token token{kind, {at_, at_ + length}, text_.substr(at_, length)};
  at_ += length;
  return token;
}

bool Lexer::starts(std::string_view text) const {
  return text.size() <= end_ - at_ && text_.substr(at_, text.size()) == text;
}

/// A name between marks, such as {x==5}; up to the end where the closing one is missing.
Token Lexer::enclosed(char close, TokenKind kind, bool with_marks) {
  SourceOffset stop = at_ + 1;
  while (stop < end_ && text_[stop] != close) ++stop;
  if (stop == end_) return make(TokenKind::Wrong, 1);
  Token token = make(kind, stop + 1 - at_);
  if (!with_marks) token.text = token.text.substr(1, token.text.size() - 2);
  return token;
}

Token Lexer::next() {
  while (at_ < end_ && is_blank(text_[at_])) ++at_;
  if (at_ == end_) return {TokenKind::End, {end_, end_}, {}};
  const char c = text_[at_];
  if (c == '{') return enclosed('}', TokenKind::Quoted, true);
  if (c == '"') return enclosed('"', TokenKind::Quoted, false);
  if (is_name_start(c) || is_digit(c)) {
    SourceOffset stop = at_ + 1;
    while (stop < end_ && is_name_part(text_[stop])) ++stop;
    return make(is_digit(c) ? TokenKind::Number : TokenKind::Name, stop - at_);
  }
  for (const auto& [text, kind] : punctuation)
    if (starts(text)) return make(kind, static_cast<SourceOffset>(text.size()));
  SourceOffset length = 1;  // a character of UTF-8 stays whole
  while (at_ + length < end_ && (static_cast<unsigned char>(text_[at_ + length]) & 0xC0U) == 0x80U)
    ++length;
  return make(TokenKind::Wrong, length);
}

std::string describe(const Token& token) {
  if (token.kind == TokenKind::End) return "the end of the formula";
  return quote_name(token.text);
}

}  // namespace hardbop::temporal
