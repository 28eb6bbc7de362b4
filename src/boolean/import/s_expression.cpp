// SPDX-License-Identifier: MIT
#include "boolean/import/s_expression.hpp"

#include <algorithm>

namespace hardbop::importing {

namespace {

constexpr std::string_view blanks = " \t\r\n";

/// Where the word that starts at `i` ends.
std::size_t word_end(std::string_view text, std::size_t i, char quote) {
  const std::size_t end =
      quote != 0 ? text.find(quote, i + 1) : text.find_first_of(" \t\r\n();|\"", i);
  if (end != std::string_view::npos) return quote != 0 ? end + 1 : end;
  if (quote == 0) return text.size();
  const auto begin = static_cast<SourceOffset>(i);
  throw Refusal{{begin, begin + 1}, "a symbol or string without an end"};
}

SExpression word_at(std::string_view text, std::size_t begin, std::size_t end, char quote) {
  SExpression out;
  out.word = text.substr(begin, end - begin);
  if (quote == '|') out.word = text.substr(begin + 1, end - begin - 2);
  out.at = {static_cast<SourceOffset>(begin), static_cast<SourceOffset>(end)};
  return out;
}

}  // namespace

std::vector<SExpression> read_s_expressions(std::string_view text) {
  std::vector<SExpression> open(1);  // lists that are not closed; the first is the whole text
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    const auto at = static_cast<SourceOffset>(i);
    if (c == ';') {
      i = std::min(text.find('\n', i), text.size());
    } else if (blanks.find(c) != std::string_view::npos) {
      ++i;
    } else if (c == '(') {
      if (open.size() > deepest_nesting) throw Refusal{{at, at + 1}, "nested too deeply"};
      open.emplace_back();
      open.back().is_list = true;
      open.back().at = {at, at + 1};
      ++i;
    } else if (c == ')') {
      if (open.size() == 1) throw Refusal{{at, at + 1}, "')' closes nothing"};
      SExpression list = std::move(open.back());
      open.pop_back();
      open.back().parts.push_back(std::move(list));
      ++i;
    } else {
      const char quote = c == '|' || c == '"' ? c : '\0';
      const std::size_t end = word_end(text, i, quote);
      open.back().parts.push_back(word_at(text, i, end, quote));
      i = end;
    }
  }
  if (open.size() > 1) throw Refusal{open.back().at, "'(' is never closed"};
  return std::move(open.front().parts);
}

}  // namespace hardbop::importing
