// SPDX-License-Identifier: MIT
// Conditions on variables as text that can be read again: "(less-equal-unsigned v3 12:32)" says
// that the variable with number 3 is at most 12, of 32 bits; "(select a0 v3)" is an element of the
// array with number 0.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "words/graph/graph.hpp"

namespace hardbop::words {

/// Nothing where it reads inputs, makes arrays, has operations of IEEE 754, or is too long.
[[nodiscard]] std::optional<std::string> condition_text(const Expressions& expressions, ExprId id);

/// Nothing where the text is no condition on variables and arrays of the graph.
[[nodiscard]] std::optional<ExprId> read_condition(Graph& graph, std::string_view text);

}  // namespace hardbop::words
