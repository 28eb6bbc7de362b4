// SPDX-License-Identifier: MIT
// Expressions of a program as terms of another one that is being made.
#pragma once

#include "boolean/language/graph.hpp"
#include "boolean/language/named_term.hpp"

namespace hardbop::transform {

/// With all its parentheses; `name(slot)` is what a variable is called there.
template <typename NameOf>
[[nodiscard]] bp::NamedTerm renamed(const bp::Graph& graph, bp::ExprRange range, NameOf name) {
  std::vector<bp::NamedTerm::Node> nodes;
  for (std::uint32_t i = range.first; i <= range.root; ++i) {
    const bp::Op op = graph.program().nodes[i].op;
    const bool is_name = op == bp::Op::Name || op == bp::Op::NextName;
    const bool is_infix = op != bp::Op::Choose && !bp::spelling_of(op).between.empty();
    nodes.push_back(
        {op, is_infix, is_name ? name(graph.slot(graph.symbols().node_variables[i])) : nullptr});
  }
  return bp::NamedTerm(nodes);
}

}  // namespace hardbop::transform
