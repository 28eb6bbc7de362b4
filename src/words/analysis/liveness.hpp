// SPDX-License-Identifier: MIT
// Which values can still matter on the way to a target [wang07 §6.2]: those that some guard
// reads, directly or through assignments. What only feeds itself is never live.
#pragma once

#include <vector>

#include "base/util/budget.hpp"
#include "boolean/analysis/slot_set.hpp"
#include "words/graph/graph.hpp"

namespace hardbop::words {

/// The variables that expressions read, each once, ascending.
[[nodiscard]] std::vector<VariableId> variables_of(const Expressions& expressions,
                                                   const std::vector<ExprId>& roots);

/// The same of arrays.
[[nodiscard]] std::vector<ArrayId> arrays_of(const Expressions& expressions,
                                             const std::vector<ExprId>& roots);

class Liveness {
 public:
  /// Of a graph in which every edge can lead to a target (words/transform/reduce.hpp). Where the
  /// budget runs out, something that is live may be missing.
  explicit Liveness(const Graph& graph, Budget* budget = nullptr);
  /// The crudest answer: whatever the graph mentions is live everywhere.
  [[nodiscard]] static Liveness everywhere(const Graph& graph);

  /// Whether the variable's value matters where a run arrives at the block.
  [[nodiscard]] bool live(BlockId b, VariableId v) const { return in_[b].contains(v); }
  /// Of variables and then of arrays.
  [[nodiscard]] const analysis::SlotSet& live(BlockId b) const { return in_[b]; }
  /// Whether it matters after the block, on some edge.
  [[nodiscard]] bool live_after(BlockId b, VariableId v) const { return out_[b].contains(v); }
  [[nodiscard]] bool array_live(BlockId b, ArrayId a) const {
    return in_[b].contains(variables_ + a);
  }
  [[nodiscard]] bool array_live_after(BlockId b, ArrayId a) const {
    return out_[b].contains(variables_ + a);
  }

 private:
  explicit Liveness(std::uint32_t variables) : variables_(variables) {}

  std::uint32_t variables_;  // how many: arrays have the numbers behind them
  std::vector<analysis::SlotSet> in_;
  std::vector<analysis::SlotSet> out_;
};

/// By block, those with an edge to it, each once.
[[nodiscard]] std::vector<std::vector<BlockId>> predecessors(const Graph& graph);

}  // namespace hardbop::words
