// SPDX-License-Identifier: MIT
// Where the paths of a program are cut, see clauses.hpp.
#pragma once

#include <vector>

#include "words/engine/horn/needed.hpp"

namespace hardbop::chc {

struct Cuts {
  std::vector<bool> is_cut;      // by block
  std::vector<bool> is_reached;  // by block: along edges and calls from where the program starts
};

[[nodiscard]] Cuts find_cuts(const words::Subject& subject, Needed& needed);

/// Whether an input occurs in an expression.
[[nodiscard]] bool has_inputs(const words::Expressions& expressions, ExprId id);

/// Where a procedure goes on from a block, without what it calls.
template <typename Visit>
void for_each_next(const words::Subject& subject, BlockId b, const Visit& visit) {
  const words::Subject::Call* const call = subject.call(b);
  for (const words::Edge& edge : subject.graph.blocks[b].edges) {
    const bool calls = call != nullptr && edge.to == subject.procedures[call->callee].entry;
    visit(calls ? call->continuation : edge.to);
  }
}

}  // namespace hardbop::chc
