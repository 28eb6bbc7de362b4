// SPDX-License-Identifier: MIT
// In which order to look at the blocks of a graph: a weak topological order, in which a loop's
// blocks stand together, after its head and before what follows it; so that taking the first
// block that has work finishes inner loops first.
#pragma once

#include <vector>

#include "ltg/graph.hpp"

namespace hardbop::flow {

struct LtgOrder {
  std::vector<ltg::BlockId> blocks;  // those that can be reached from the entry
  std::vector<bool> is_head;         // by block: of a loop
};

[[nodiscard]] LtgOrder weak_topological_order(const ltg::Graph& graph);

}  // namespace hardbop::flow
