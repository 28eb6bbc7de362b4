// SPDX-License-Identifier: MIT
#include "base/util/diagnostic.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "base/util/utf8.hpp"

namespace hardbop {

namespace {

constexpr std::size_t excerpt_width = 120;
constexpr std::size_t excerpt_before_caret = 60;
constexpr std::size_t max_quoted = 60;

/// Moves `at` back to the first byte of its character.
std::size_t character_start(std::string_view text, std::size_t at) {
  while (at > 0 && at < text.size() && continues_character(text[at])) --at;
  return at;
}

/// How many bytes the character at `i` has, if it is well formed and shows something; else 0.
std::size_t shown_length(std::string_view text, std::size_t i) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  if (byte(i) < 0x80U) return byte(i) >= 0x20U && byte(i) != 0x7FU ? 1 : 0;
  const std::size_t length = character_length(text.substr(i));
  const bool is_control = length == 2 && byte(i) == 0xC2U && byte(i + 1) < 0xA0U;
  return is_control ? 0 : length;
}

/// The text, byte for byte, without what could upset a terminal.
std::string printable(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = shown_length(text, i);
    if (length == 0) {
      const bool high = static_cast<unsigned char>(text[i]) >= 0x80U;
      out += high ? '?' : (text[i] == '\t' ? '\t' : ' ');
    }
    out += text.substr(i, length);
    i += std::max<std::size_t>(length, 1);
  }
  return out;
}

}  // namespace

std::string excerpt(SourceSpan at, const SourceFile& file) {
  const SourceSpan line = file.line_of(at.begin);
  const std::string_view whole = file.text(line);
  const std::size_t caret = std::min<std::size_t>(at.begin - line.begin, whole.size());
  const std::size_t first = whole.size() <= excerpt_width || caret <= excerpt_before_caret
                                ? 0
                                : character_start(whole, caret - excerpt_before_caret);
  const std::size_t last = character_start(whole, std::min(whole.size(), first + excerpt_width));
  const std::string text = printable(whole.substr(first, last - first));

  std::string shown = "  ";
  std::string marks = "  ";
  if (first > 0) shown += "...", marks += "   ";
  shown += text;
  for (std::size_t i = first; i < last; ++i) {
    if (continues_character(text[i - first])) continue;
    if (i < caret) {
      marks += text[i - first] == '\t' ? '\t' : ' ';
    } else if (i == caret) {
      marks += '^';
    } else if (i < at.end - line.begin) {
      marks += '~';
    }
  }
  if (last < whole.size()) shown += "...";
  if (caret >= last) marks += '^';
  while (shown.back() == ' ' && shown.size() > 2) shown.pop_back();
  return shown + "\n" + marks + "\n";
}

void Diagnostics::error(SourceSpan at, std::string text, std::string hint) {
  if (++errors_ <= max_kept)
    kept_.push_back({Severity::Error, at, std::move(text), std::move(hint)});
}

void Diagnostics::warning(SourceSpan at, std::string text, std::string hint) {
  if (++warnings_ <= max_kept)
    kept_.push_back({Severity::Warning, at, std::move(text), std::move(hint)});
}

void Diagnostics::sort() {
  std::ranges::stable_sort(
      kept_, [](const Diagnostic& a, const Diagnostic& b) { return a.at.begin < b.at.begin; });
}

std::string render(const Diagnostic& diagnostic, const SourceFile& file) {
  const LineColumn place = file.locate(diagnostic.at.begin);
  const char* const kind = diagnostic.severity == Severity::Error ? "error" : "warning";
  std::string out = fmt::format("{}:{}:{}: {}: {}\n", file.name(), place.line, place.column, kind,
                                diagnostic.text);
  out += excerpt(diagnostic.at, file);
  if (!diagnostic.hint.empty()) out += fmt::format("  hint: {}\n", diagnostic.hint);
  return out;
}

std::string quote_name(std::string_view name) {
  std::string out = "'";
  const std::size_t end = character_start(name, std::min(name.size(), max_quoted));
  out += printable(name.substr(0, end));
  out += end < name.size() ? "...'" : "'";
  return out;
}

}  // namespace hardbop
