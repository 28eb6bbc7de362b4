// SPDX-License-Identifier: MIT
#include "boolean/import/tokens.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

namespace hardbop::importing {

namespace {

using Kind = MopedToken::Kind;

/// Longer ones first.
constexpr std::array<std::string_view, 36> symbols = {
    "-->", "<->", "<=>", "->", "::", "<=", ">=", "==", "!=", "&&", "||", "^^",
    "<<",  ">>",  ":",   ";",  ",",  "(",  ")",  "{",  "}",  "[",  "]",  "<",
    ">",   "=",   "!",   "&",  "|",  "^",  "+",  "-",  "*",  "/",  "'",  "."};

bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Where the name of symbols that starts at `i` ends: at an arrow, too.
std::size_t symbol_name_end(std::string_view text, std::size_t i) {
  constexpr std::string_view marks = ".:-$@'+*/=!&|^~%?[]\\";
  while (i < text.size() && !text.substr(i).starts_with("-->") &&
         (begins_name(text[i]) || is_digit(text[i]) || marks.find(text[i]) != marks.npos))
    ++i;
  return i;
}

/// Where the word that starts at `i` ends, and its kind.
std::pair<std::size_t, Kind> symbol_or_word_end(std::string_view text, std::size_t i,
                                                MopedNames names) {
  std::size_t end = names == MopedNames::Symbols ? symbol_name_end(text, i) : i;
  if (end != i) return {end, Kind::Name};
  if (begins_name(text[i])) {
    while (end < text.size() && (begins_name(text[end]) || is_digit(text[end]))) ++end;
    return {end, Kind::Name};
  }
  if (is_digit(text[i])) {
    while (end < text.size() && is_digit(text[end])) ++end;
    return {end, Kind::Number};
  }
  if (text[i] == '"') {
    end = text.find_first_of("\"\n", i + 1);
    const bool is_closed = end != std::string_view::npos && text[end] == '"';
    return {is_closed ? end + 1 : i, Kind::String};
  }
  for (const std::string_view symbol : symbols)
    if (text.substr(i).starts_with(symbol)) return {i + symbol.size(), Kind::Symbol};
  return {i, Kind::Symbol};
}

}  // namespace

MopedTokens::MopedTokens(std::string_view text, MopedNames names) {
  read(text, names);
  const auto end = static_cast<SourceOffset>(text.size());
  tokens_.push_back({Kind::End, "", {end, end}});
}

void MopedTokens::read(std::string_view text, MopedNames names) {
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '#') {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      ++i;
      continue;
    }
    const auto [end, kind] = symbol_or_word_end(text, i, names);
    const auto begin = static_cast<SourceOffset>(i);
    if (end == i)
      throw Refusal{{begin, begin + 1},
                    c == '"' ? "a string without an end" : "a character that no word has"};
    tokens_.push_back({kind, text.substr(i, end - i), {begin, static_cast<SourceOffset>(end)}});
    i = end;
  }
}

const MopedToken& MopedTokens::look(std::size_t ahead) const {
  return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

MopedToken MopedTokens::take() {
  const MopedToken token = look();
  if (at_ + 1 < tokens_.size()) ++at_;
  return token;
}

bool MopedTokens::skip_if(std::string_view text) {
  if (!is(text)) return false;
  take();
  return true;
}

void MopedTokens::expect(std::string_view text) {
  if (!skip_if(text))
    throw Refusal{look().at,
                  fmt::format("expected '{}'{}", text, at_end() ? ", but the file ends" : "")};
}

MopedToken MopedTokens::take_name(std::string_view what) {
  if (look().kind != Kind::Name) throw Refusal{look().at, fmt::format("expected {}", what)};
  return take();
}

std::uint64_t MopedTokens::take_number() {
  const MopedToken token = look();
  std::uint64_t number = 0;
  const char* const end = token.text.data() + token.text.size();
  if (token.kind != Kind::Number || std::from_chars(token.text.data(), end, number).ptr != end ||
      number > 0x7FFF'FFFFU)
    throw Refusal{token.at, "expected a number below 2147483648"};
  take();
  return number;
}

void MopedTokens::skip_braces() {
  const SourceSpan at = look().at;
  std::size_t depth = 0;
  do {
    if (at_end()) throw Refusal{at, "'{' is never closed"};
    if (is("{")) ++depth;
    if (is("}")) --depth;
    take();
  } while (depth > 0);
}

}  // namespace hardbop::importing
