// SPDX-License-Identifier: MIT
// What is wrong with an input, as data. Nothing here prints: the caller decides
// where a diagnostic goes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/util/source.hpp"

namespace hardbop {

enum class Severity : std::uint8_t { Error, Warning };

struct Diagnostic {
  Severity severity = Severity::Error;
  SourceSpan at;
  std::string text;
  std::string hint;  // empty where none is likely right
};

/// The diagnostics of one input, in the order found. Keeps at most `max_kept` of a
/// severity, so that a megabyte of rubbish does not cost gigabytes; counts all.
class Diagnostics {
 public:
  static constexpr std::size_t max_kept = 100;

  void error(SourceSpan at, std::string text, std::string hint = {});
  void warning(SourceSpan at, std::string text, std::string hint = {});

  [[nodiscard]] bool has_errors() const { return errors_ != 0; }
  [[nodiscard]] std::size_t errors() const { return errors_; }
  [[nodiscard]] std::size_t warnings() const { return warnings_; }
  [[nodiscard]] const std::vector<Diagnostic>& all() const { return kept_; }

  /// Brings them into the order of the text, errors and warnings mixed.
  void sort();

 private:
  std::vector<Diagnostic> kept_;
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;
};

/// `file:line:column: error: text`, the source line with a caret, and the hint.
[[nodiscard]] std::string render(const Diagnostic& diagnostic, const SourceFile& file);

/// The source line and, below it, a caret with tildes under the rest of the span, each with a
/// line break. Of a very long line only the surroundings of the caret are shown.
[[nodiscard]] std::string excerpt(SourceSpan at, const SourceFile& file);

/// A name as a message should show it: quoted, and cut where it is very long.
[[nodiscard]] std::string quote_name(std::string_view name);

}  // namespace hardbop
