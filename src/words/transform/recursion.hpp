// SPDX-License-Identifier: MIT
// Endless recursion as a question of reachability, as lassos are (lasso.hpp): on entry to a
// procedure, its parameters and the globals may be saved once. If an activation below the one that
// saved them is entered with the same values, it can do the same again, and so on: the run has no
// end, and its stack grows.
#pragma once

#include <vector>

#include "words/graph/graph.hpp"

namespace hardbop::words {

/// A procedure that calls itself, by whatever detour.
struct RecursiveProcedure {
  BlockId entry = 0;
  std::vector<BlockId> leaves;         // where it returns: blocks without edges
  std::vector<BlockId> callers;        // blocks that enter it by their edges to its entry
  std::vector<VariableId> parameters;  // what it depends on beside globals
};

struct RecursionLasso {
  BlockId closed = 0;             // is reached only if a recursion has no end
  VariableId remembers = 0;       // zero until the values are saved
  std::vector<VariableId> marks;  // by procedure: a local of it, which says that it saved them
};

/// Adds blocks, variables and inputs to the graph, behind those that it has; entries and leaves of
/// the procedures become new ones. Runs must not change arrays that matter (why_no_lasso).
[[nodiscard]] RecursionLasso add_recursion_lasso(Graph& graph,
                                                 std::vector<RecursiveProcedure>& procedures,
                                                 const std::vector<VariableId>& globals);

}  // namespace hardbop::words
