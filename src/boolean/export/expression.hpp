// SPDX-License-Identifier: MIT
// Expressions in the syntax that C and Promela have in common, but for conditionals.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "boolean/language/graph.hpp"

namespace hardbop::exporting {

struct Syntax {
  std::string_view then;  // between the condition and the first value of a conditional
  std::function<std::string(bp::Slot, bool is_next)> variable;
  std::function<std::string()> choice;  // a fresh free choice
};

/// The expression as an operand: parenthesised unless that makes no difference. A choice of the
/// program is one of the text, so both have the same values. No recursion: expressions can be
/// very deep.
[[nodiscard]] std::string expression(const bp::Graph& graph, bp::ExprRange range,
                                     const Syntax& syntax);

}  // namespace hardbop::exporting
