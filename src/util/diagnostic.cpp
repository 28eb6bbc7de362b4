// SPDX-License-Identifier: MIT
#include "util/diagnostic.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace hardbop {

namespace {

constexpr std::size_t excerpt_width = 120;
constexpr std::size_t excerpt_before_caret = 60;
constexpr std::size_t max_quoted = 60;

bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

/// Moves `at` back to the first byte of its character.
std::size_t character_start(std::string_view text, std::size_t at) {
  while (at > 0 && at < text.size() && continues_character(text[at])) --at;
  return at;
}

char printable(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20U || byte == 0x7FU ? ' ' : c;
}

}  // namespace

std::string excerpt(SourceSpan at, const SourceFile& file) {
  const SourceSpan line = file.line_of(at.begin);
  const std::string_view text = file.text(line);
  const std::size_t caret = std::min<std::size_t>(at.begin - line.begin, text.size());
  const std::size_t first = text.size() <= excerpt_width || caret <= excerpt_before_caret
                                ? 0
                                : character_start(text, caret - excerpt_before_caret);
  const std::size_t last = character_start(text, std::min(text.size(), first + excerpt_width));

  std::string shown = "  ";
  std::string marks = "  ";
  if (first > 0) shown += "...", marks += "   ";
  for (std::size_t i = first; i < last; ++i) {
    shown += text[i] == '\t' ? '\t' : printable(text[i]);
    if (continues_character(text[i])) continue;
    if (i < caret) {
      marks += text[i] == '\t' ? '\t' : ' ';
    } else if (i == caret) {
      marks += '^';
    } else if (i < at.end - line.begin) {
      marks += '~';
    }
  }
  if (last < text.size()) shown += "...";
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
  std::stable_sort(kept_.begin(), kept_.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return a.at.begin < b.at.begin;
  });
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
  for (const char c : name.substr(0, end)) out += printable(c);
  out += end < name.size() ? "...'" : "'";
  return out;
}

}  // namespace hardbop
