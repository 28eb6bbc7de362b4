// SPDX-License-Identifier: MIT
// Reached sets as a proof that no run of a graph arrives at some blocks, for others to check.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/util/budget.hpp"
#include "words/certify/proof.hpp"

namespace hardbop::image {

struct MadeProof {
  std::optional<words::Proof> proof;
  std::string reason;  // why there is none
};

/// About the graph as a single procedure. The search is done again, for the graph as it is: what
/// makes a search fast would have to be believed by whoever checks its proof.
[[nodiscard]] MadeProof prove_unreachable(const words::Graph& graph,
                                          const std::vector<words::BlockId>& sinks, Budget& budget);

}  // namespace hardbop::image
