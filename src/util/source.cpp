// SPDX-License-Identifier: MIT
#include "util/source.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "util/invariant.hpp"

namespace hardbop {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool starts_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
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

LineColumn SourceFile::locate(SourceOffset offset) const {
  if (line_starts_.empty()) index_lines();
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const SourceOffset start = *(next - 1);
  const auto before = std::string_view(text_).substr(start, offset - start);
  const auto characters = std::count_if(before.begin(), before.end(), starts_character);
  return {static_cast<std::uint32_t>(next - line_starts_.begin()),
          static_cast<std::uint32_t>(characters) + 1};
}

SourceSpan SourceFile::line_of(SourceOffset offset) const {
  if (line_starts_.empty()) index_lines();
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const SourceOffset begin = *(next - 1);
  SourceOffset end =
      next == line_starts_.end() ? static_cast<SourceOffset>(text_.size()) : *next - 1;
  if (end > begin && text_[end - 1] == '\r') --end;
  return {begin, end};
}

}  // namespace hardbop
