// SPDX-License-Identifier: MIT
// Of conditions that may be invariants, those that are together (words/engine/houdini.hpp):
// whatever a run from a head to the next can break is left out, until nothing is broken.
#pragma once

#include <vector>

#include "base/util/budget.hpp"
#include "words/analysis/guesses.hpp"
#include "words/graph/graph.hpp"

namespace hardbop::bmc {

struct Kept {
  std::vector<words::Guess> guesses;
  bool are_inductive = false;  // else the budget ran out, or something was too large
};

/// Guesses are at heads; every cycle of the graph has one, which is listed.
[[nodiscard]] Kept keep_inductive(const words::Graph& graph,
                                  const std::vector<words::BlockId>& heads,
                                  std::vector<words::Guess> guesses, Budget& budget);

}  // namespace hardbop::bmc
