// SPDX-License-Identifier: MIT
// k-induction at the heads of loops [sheeran00, donaldson11], as questions about two other graphs.
//
// The claim is that no run arrives at a target, and that whenever one arrives at a head, an
// invariant is true. It follows from two cases. Base: no run breaks it before or right after it
// passes its first k heads. Step: a run that starts at any head, in any state in which the
// invariant is true, and passes k more heads without breaking it does not break it before it
// arrives at another one.
#pragma once

#include <map>
#include <vector>

#include "words/graph/graph.hpp"

namespace hardbop::words {

struct InductiveClaim {
  std::vector<BlockId> targets;
  /// By head, expressions of the graph. A cycle without a head is one that both cases still have.
  std::map<BlockId, ExprId> invariants;
  std::uint32_t k = 0;
  /// By head, what is asked of runs that arrive there, if that is not the invariant.
  std::map<BlockId, ExprId> asked{};
};

/// A graph in which runs arrive at `broken` if they break the claim. Blocks, variables and arrays
/// of the original keep their numbers.
struct InductiveCase {
  Graph graph;
  BlockId broken = 0;
  std::map<BlockId, BlockId> heads{};  // by block that arrives at a head: the head
};

/// How many heads can be passed, at most.
inline constexpr std::uint32_t most_passed = 200;

[[nodiscard]] InductiveCase base_case(const Graph& graph, const InductiveClaim& claim);
/// What the graph assigns is arbitrary where a run starts; all else is as always.
[[nodiscard]] InductiveCase step_case(const Graph& graph, const InductiveClaim& claim);

}  // namespace hardbop::words
