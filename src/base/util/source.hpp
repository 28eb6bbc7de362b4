// SPDX-License-Identifier: MIT
// Source text and places in it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hardbop {

/// A byte offset into a SourceFile's text.
using SourceOffset = std::uint32_t;

/// The bytes from `begin` up to, but not including, `end`.
struct SourceSpan {
  SourceOffset begin = 0;
  SourceOffset end = 0;

  friend bool operator==(const SourceSpan&, const SourceSpan&) = default;
};

/// A place as people count: both from one, columns in characters (UTF-8 code points).
struct LineColumn {
  std::uint32_t line = 1;
  std::uint32_t column = 1;

  friend bool operator==(const LineColumn&, const LineColumn&) = default;
};

/// A named text, with the index that turns offsets into lines and columns.
/// A leading byte-order mark is not part of the text.
class SourceFile {
 public:
  /// Texts must be shorter than this; offsets have 32 bits.
  static constexpr std::size_t max_size = 0xFFFF'FFF0U;

  SourceFile() = default;
  SourceFile(std::string name, std::string text);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] std::string_view text(SourceSpan span) const;

  [[nodiscard]] LineColumn locate(SourceOffset offset) const;
  /// As in `locate`, but without counting characters.
  [[nodiscard]] std::uint32_t line_number(SourceOffset offset) const;
  /// Where the line that holds `offset` starts and ends; the line break is left out.
  [[nodiscard]] SourceSpan line_of(SourceOffset offset) const;

 private:
  std::string name_;
  std::string text_;
  // Filled when first asked for.
  mutable std::vector<SourceOffset> line_starts_;
  mutable std::vector<SourceOffset> characters_;  // that start before each block of the text

  void index_lines() const;
  void index_characters() const;
  [[nodiscard]] SourceOffset characters_before(SourceOffset offset) const;
};

}  // namespace hardbop
