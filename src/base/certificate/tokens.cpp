// SPDX-License-Identifier: MIT
#include "base/certificate/tokens.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "base/util/token_stream.hpp"

namespace hardbop::certify {

std::string_view Tokens::next() {
  const TextToken token = scanner_.next();
  const std::string_view passed = text_.substr(at_, token.at.end - at_);
  line_ += static_cast<std::uint32_t>(std::ranges::count(passed, '\n'));
  at_ = token.at.end;
  if (token.kind == TextToken::Kind::Unclosed) fail("a string is not closed");
  return token.text;
}

void Tokens::expect(std::string_view token) {
  const std::string_view found = next();
  if (found != token) fail_missing(fmt::format("'{}'", token), found);
}

void Tokens::fail_missing(std::string_view wanted, std::string_view found) const {
  fail(missing(wanted, found.empty() ? "the end" : quote_name(found)));
}

void Tokens::skip(std::size_t depth) {
  while (depth != 0) {
    const std::string_view token = next();
    if (token.empty()) fail("the script ends in the middle of a command");
    if (token == "(") ++depth;
    if (token == ")") --depth;
  }
}

std::uint32_t Tokens::number(std::string_view word) const {
  std::uint32_t value = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  if (error != std::errc() || stop != end) fail(fmt::format("'{}' is not a number", word));
  return value;
}

bool Tokens::ends_line() const {
  const std::size_t next = text_.find_first_not_of(" \t\r", at_);
  return next == std::string_view::npos || text_[next] == '\n' || text_[next] == ';';
}

std::string unquoted(std::string_view token) {
  std::string out;
  for (std::size_t i = 1; i + 1 < token.size(); ++i) {
    out += token[i];
    if (token[i] == '"') ++i;
  }
  return out;
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

}  // namespace hardbop::certify
