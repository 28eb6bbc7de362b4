// SPDX-License-Identifier: MIT
// Conditions that may be invariants, guessed from states that were seen [ernst01]: bounds, sums and
// differences of two variables, linear equations, remainders, what guards ask, and what is true
// where a variable of few values has one of them. Guesses are no more than that: who uses them
// proves them.
#pragma once

#include <map>
#include <vector>

#include "words/analysis/ranges.hpp"
#include "words/analysis/samples.hpp"
#include "words/graph/graph.hpp"

namespace hardbop::words {

struct Guess {
  BlockId block = 0;
  ExprId condition = 0;
  bool is_hard = false;  // to prove, and seldom needed
};

/// Of each block that was sampled, at most so many; expressions are added to the graph's.
[[nodiscard]] std::vector<Guess> guess_invariants(Graph& graph,
                                                  const std::map<BlockId, Sampled>& samples,
                                                  const Ranges& ranges, std::size_t most = 600);

}  // namespace hardbop::words
