// SPDX-License-Identifier: MIT
// The words and lists of SMT-LIB.
#pragma once

#include <string_view>
#include <vector>

#include "boolean/import/imported.hpp"

namespace hardbop::importing {

struct SExpression {
  std::string_view word;           // without the bars of a quoted symbol; empty for a list
  std::vector<SExpression> parts;  // of a list
  bool is_list = false;
  SourceSpan at;

  [[nodiscard]] bool is(std::string_view text) const { return !is_list && word == text; }
  /// Whether it is a list that begins with this word.
  [[nodiscard]] bool begins(std::string_view text) const {
    return is_list && !parts.empty() && parts.front().is(text);
  }
};

/// All of a text; throws Refusal.
[[nodiscard]] std::vector<SExpression> read_s_expressions(std::string_view text);

}  // namespace hardbop::importing
