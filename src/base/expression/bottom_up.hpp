// SPDX-License-Identifier: MIT
// A walk over shared expressions, operands before what is made of them, with a stack instead of
// recursion: expressions of unrolled code are deep.
#pragma once

#include <array>
#include <vector>

#include "base/expression/expression.hpp"

namespace hardbop::words {

/// Calls `visit(id)` for what is on the stack and all below it that is not `is_done(id)`; a visit
/// makes its expression done. Ends with an empty stack.
template <typename IsDone, typename Visit>
void bottom_up(const Expressions& expressions, std::vector<ExprId>& stack, const IsDone& is_done,
               const Visit& visit) {
  while (!stack.empty()) {
    const ExprId top = stack.back();
    if (is_done(top)) {
      stack.pop_back();
      continue;
    }
    const Node& node = expressions.node(top);
    const std::size_t before = stack.size();
    const std::array operands{node.a, node.b, node.c};
    for (unsigned i = 0; i < operand_count(node.op); ++i)
      if (!is_done(operands[i])) stack.push_back(operands[i]);
    if (stack.size() != before) continue;
    stack.pop_back();
    visit(top);
  }
}

}  // namespace hardbop::words
