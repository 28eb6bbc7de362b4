// SPDX-License-Identifier: MIT
// Endless runs as a question of reachability (Biere, Artho, Schuppan, "Liveness checking as safety
// checking"). At the head of a loop, the state may be saved once. A run that returns to this head
// with the same values can repeat the loop forever. The graph has finitely many states, so every
// endless run contains such a loop.
#pragma once

#include <optional>
#include <string>

#include "words/graph/graph.hpp"

namespace hardbop::words {

struct Lasso {
  BlockId closed = 0;        // is reached if and only if some run has no end
  VariableId remembers = 0;  // zero until the state is remembered
};

/// Why no lasso can be added; nothing where one can. Arrays that runs change cannot be remembered.
[[nodiscard]] std::optional<std::string> why_no_lasso(const Graph& graph);

/// Adds blocks, variables and inputs to the graph, behind those that it has. `fairness`: conditions
/// each of which must be true somewhere in the round, for only such runs count.
[[nodiscard]] Lasso add_lasso(Graph& graph, const std::vector<ExprId>& fairness = {});

}  // namespace hardbop::words
