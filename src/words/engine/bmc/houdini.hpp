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
  bool are_inductive = false;            // else the budget ran out, or something was too large
  std::vector<words::Guess> given_up{};  // that the effort was too little for
};

/// Guesses are at heads; every cycle of the graph has one, which is listed. The effort for one
/// question is so many times the least one.
[[nodiscard]] Kept keep_inductive(const words::Graph& graph,
                                  const std::vector<words::BlockId>& heads,
                                  std::vector<words::Guess> guesses, Budget& budget,
                                  int effort = 1);

}  // namespace hardbop::bmc
