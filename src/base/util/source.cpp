// SPDX-License-Identifier: MIT
#include "base/util/source.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/util/invariant.hpp"
#include "base/util/utf8.hpp"

namespace hardbop {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

constexpr SourceOffset block_size = 1024;

bool starts_character(char c) {
  return !continues_character(c);
}

SourceOffset count_characters(std::string_view text) {
  return static_cast<SourceOffset>(std::ranges::count_if(text, starts_character));
}

}  // namespace

SourceFile::SourceFile(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)) {
  HARDBOP_INVARIANT(text_.size() < max_size, "a source text should fit 32-bit offsets");
  if (text_.starts_with(byte_order_mark)) text_.erase(0, byte_order_mark.size());
}

std::string_view SourceFile::text(SourceSpan span) const {
  return std::string_view(text_).substr(span.begin, span.end - span.begin);
}

void SourceFile::index_lines() const {
  line_starts_.push_back(0);
  const char* const start = text_.data();
  const char* const end = start + text_.size();
  for (const char* at = start; at != end;) {
    const auto* newline =
        static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
    if (newline == nullptr) break;
    at = newline + 1;
    line_starts_.push_back(static_cast<SourceOffset>(at - start));
  }
}

/// Machine-made texts have lines of megabytes, and many messages for each: counting from the
/// line's start every time would be quadratic.
void SourceFile::index_characters() const {
  const std::string_view text = text_;
  characters_.reserve(text.size() / block_size + 1);
  SourceOffset count = 0;
  for (std::size_t at = 0; at <= text.size(); at += block_size) {
    characters_.push_back(count);
    count += count_characters(text.substr(at, block_size));
  }
}

SourceOffset SourceFile::characters_before(SourceOffset offset) const {
  const SourceOffset block = offset / block_size;
  const SourceOffset start = block * block_size;
  return characters_[block] +
         count_characters(std::string_view(text_).substr(start, offset - start));
}

std::uint32_t SourceFile::line_number(SourceOffset offset) const {
  if (line_starts_.empty()) index_lines();
  const auto next = std::ranges::upper_bound(line_starts_, offset);
  return static_cast<std::uint32_t>(next - line_starts_.begin());
}

LineColumn SourceFile::locate(SourceOffset offset) const {
  if (characters_.empty()) index_characters();
  const std::uint32_t line = line_number(offset);
  const SourceOffset start = line_starts_[line - 1];
  return {line, characters_before(offset) - characters_before(start) + 1};
}

SourceSpan SourceFile::line_of(SourceOffset offset) const {
  if (line_starts_.empty()) index_lines();
  const auto next = std::ranges::upper_bound(line_starts_, offset);
  const SourceOffset begin = *(next - 1);
  SourceOffset end =
      next == line_starts_.end() ? static_cast<SourceOffset>(text_.size()) : *next - 1;
  if (end > begin && text_[end - 1] == '\r') --end;
  return {begin, end};
}

}  // namespace hardbop
