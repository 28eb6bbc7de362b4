// SPDX-License-Identifier: MIT
// The variables that an expression mentions.
#pragma once

#include "boolean/language/graph.hpp"

namespace hardbop::bp {

/// Calls `visit(slot, is_next)` for each mention, in the order of the nodes.
template <typename Visit>
void for_each_variable(const Graph& graph, ExprRange range, Visit visit) {
  for (std::uint32_t node = range.first; node <= range.root; ++node) {
    const Op op = graph.program().nodes[node].op;
    if (op == Op::Name || op == Op::NextName)
      visit(graph.slot(graph.symbols().node_variables[node]), op == Op::NextName);
  }
}

/// The same for the expression of that index in Program::expressions.
template <typename Visit>
void for_each_variable(const Graph& graph, std::uint32_t expression, Visit visit) {
  for_each_variable(graph, graph.program().expressions[expression], visit);
}

}  // namespace hardbop::bp
