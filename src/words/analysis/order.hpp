// SPDX-License-Identifier: MIT
// In which order to look at the blocks of a graph: a weak topological order, in which a loop's
// blocks stand together, after its head and before what follows it; so that taking the first
// block that has work finishes inner loops first.
#pragma once

#include <vector>

#include "words/graph/graph.hpp"

namespace hardbop::words {

struct Order {
  static constexpr BlockId no_loop = ~BlockId{0};

  std::vector<BlockId> blocks;  // those that can be reached from the entry
  std::vector<bool> is_head;    // by block: of a loop
  std::vector<BlockId> around;  // by block: the head of the innermost loop that it is in and is not
                                // itself the head of
};

[[nodiscard]] Order weak_topological_order(const Graph& graph);

}  // namespace hardbop::words
