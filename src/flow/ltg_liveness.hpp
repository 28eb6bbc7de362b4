// SPDX-License-Identifier: MIT
// Which values can still matter on the way to a target [wang07 §6.2]: those that some guard
// reads, directly or through assignments. What only feeds itself is never live.
#pragma once

#include <vector>

#include "flow/slot_set.hpp"
#include "ltg/graph.hpp"
#include "util/budget.hpp"

namespace hardbop::flow {

/// The variables that expressions read, each once, ascending.
[[nodiscard]] std::vector<ltg::VariableId> variables_of(const ltg::Expressions& expressions,
                                                        const std::vector<ltg::ExprId>& roots);

class LtgLiveness {
 public:
  /// Of a graph in which every edge can lead to a target (flow/ltg_reduce.hpp). Where the budget
  /// runs out, something that is live may be missing.
  explicit LtgLiveness(const ltg::Graph& graph, Budget* budget = nullptr);
  /// The crudest answer: whatever the graph mentions is live everywhere.
  [[nodiscard]] static LtgLiveness everywhere(const ltg::Graph& graph);

  /// Whether the variable's value matters where a run arrives at the block.
  [[nodiscard]] bool live(ltg::BlockId b, ltg::VariableId v) const { return in_[b].contains(v); }
  [[nodiscard]] const SlotSet& live(ltg::BlockId b) const { return in_[b]; }
  /// Whether it matters after the block, on some edge.
  [[nodiscard]] bool live_after(ltg::BlockId b, ltg::VariableId v) const {
    return out_[b].contains(v);
  }

 private:
  LtgLiveness() = default;

  std::vector<SlotSet> in_;
  std::vector<SlotSet> out_;
};

/// By block, those with an edge to it, each once.
[[nodiscard]] std::vector<std::vector<ltg::BlockId>> predecessors(const ltg::Graph& graph);

}  // namespace hardbop::flow
