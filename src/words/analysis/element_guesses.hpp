// SPDX-License-Identifier: MIT
// Guesses about single elements of arrays: that the one at a place is, or is not, a constant of the
// program, or that it is what a variable is. A string ends with a zero at its last place, for
// example.
#pragma once

#include <vector>

#include "words/analysis/samples.hpp"
#include "words/graph/graph.hpp"

namespace hardbop::words {

/// What is true of all states that were seen at a block, at most so many; expressions are added to
/// the graph's.
[[nodiscard]] std::vector<ExprId> guess_elements(Graph& graph, const Sampled& sampled,
                                                 std::size_t most);

}  // namespace hardbop::words
