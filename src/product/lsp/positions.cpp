// SPDX-License-Identifier: MIT
#include "product/lsp/positions.hpp"

#include <algorithm>

namespace hardbop::lsp {

namespace {

/// UTF-16 units of the character that starts with this byte; none for the bytes that follow.
unsigned units(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  if ((value & 0xC0U) == 0x80U) return 0;
  return value >= 0xF0U ? 2 : 1;
}

}  // namespace

Positions::Positions(std::string_view text) : text_(text) {
  for (std::size_t i = 0; i != text.size(); ++i)
    if (text[i] == '\n') line_starts_.push_back(static_cast<SourceOffset>(i + 1));
}

Json Positions::position(SourceOffset offset) const {
  const std::size_t end = std::min<std::size_t>(offset, text_.size());
  const auto after = std::ranges::upper_bound(line_starts_, end);
  const auto line = static_cast<std::size_t>(after - line_starts_.begin()) - 1;
  std::uint64_t character = 0;
  for (std::size_t i = line_starts_[line]; i != end; ++i) character += units(text_[i]);
  return {{"line", line}, {"character", character}};
}

Json Positions::range(SourceSpan span) const {
  return {{"start", position(span.begin)}, {"end", position(span.end)}};
}

Json Positions::whole() const {
  return range({0, static_cast<SourceOffset>(text_.size())});
}

SourceOffset Positions::offset(std::uint64_t line, std::uint64_t character) const {
  if (line >= line_starts_.size()) return static_cast<SourceOffset>(text_.size());
  std::size_t i = line_starts_[line];
  for (std::uint64_t seen = 0; i < text_.size() && text_[i] != '\n'; ++i) {
    seen += units(text_[i]);
    if (seen > character) break;
  }
  return static_cast<SourceOffset>(i);
}

}  // namespace hardbop::lsp
