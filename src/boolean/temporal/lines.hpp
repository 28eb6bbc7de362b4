// SPDX-License-Identifier: MIT
// Files of lines with comments. Private to the layer.
#pragma once

#include <algorithm>
#include <string_view>

#include "base/util/source.hpp"

namespace hardbop::temporal {

inline bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

/// Without blanks at both ends.
inline SourceSpan trimmed(const SourceFile& source, SourceSpan span) {
  while (span.begin < span.end && is_blank(source.text()[span.begin])) ++span.begin;
  while (span.begin < span.end && is_blank(source.text()[span.end - 1])) --span.end;
  return span;
}

/// Up to the first blank, or one of `ends`.
inline SourceSpan first_word(const SourceFile& source, SourceSpan span, std::string_view ends) {
  span = trimmed(source, span);
  SourceOffset end = span.begin;
  while (end < span.end && !is_blank(source.text()[end]) &&
         ends.find(source.text()[end]) == std::string_view::npos)
    ++end;
  return {span.begin, end};
}

/// Calls `visit(span)` for each line that holds more than a comment: `//`, or `#` at its
/// beginning.
template <typename Visit>
void for_each_line(const SourceFile& source, Visit visit) {
  const std::string_view text = source.text();
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::size_t comment = std::min(text.find("//", begin), end);
    const SourceSpan line =
        trimmed(source, {static_cast<SourceOffset>(begin), static_cast<SourceOffset>(comment)});
    if (line.begin != line.end && text[line.begin] != '#') visit(line);
    begin = end + 1;
  }
}

}  // namespace hardbop::temporal
