// SPDX-License-Identifier: MIT
// Files of lines with comments. Private to the layer.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "base/util/token_stream.hpp"

namespace hardbop::temporal {

/// Without blanks at both ends.
inline SourceSpan trimmed(const SourceFile& source, SourceSpan span) {
  while (span.begin < span.end && is_blank(source.text()[span.begin])) ++span.begin;
  while (span.begin < span.end && is_blank(source.text()[span.end - 1])) --span.end;
  return span;
}

/// Up to the first blank, or one of `ends`.
inline SourceSpan first_word(const SourceFile& source, SourceSpan span, std::string_view ends) {
  const TokenSyntax words{.word_ends = CharacterSet(ends.empty() ? " " : ends)};
  const TextToken token = Scanner(source.text(), span, words).next();
  const bool is_word = token.kind == TextToken::Kind::Name;
  return is_word ? token.at : SourceSpan{token.at.begin, token.at.begin};
}

/// What a message says is there.
inline std::string found(const SourceFile& source, SourceSpan span) {
  const SourceSpan word = first_word(source, span, "");
  return word.begin == word.end ? "the end of the line" : quote_name(source.text(word));
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
