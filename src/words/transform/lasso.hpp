// SPDX-License-Identifier: MIT
// Runs without end as a question of reachability (Biere, Artho, Schuppan, "Liveness checking as
// safety checking"): at a loop's head the state may be remembered once; a run that comes back with
// the same values can go round for ever. The graph is finite, so every run without end has such a
// round.
#pragma once

#include "words/graph/graph.hpp"

namespace hardbop::words {

struct Lasso {
  BlockId closed = 0;        // is reached if and only if some run has no end
  VariableId remembers = 0;  // zero until the state is remembered
};

/// Adds blocks, variables and inputs to the graph, behind those that it has. `fairness`: conditions
/// each of which must be true somewhere in the round, for only such runs count.
[[nodiscard]] Lasso add_lasso(Graph& graph, const std::vector<ExprId>& fairness = {});

}  // namespace hardbop::words
