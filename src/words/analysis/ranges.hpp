// SPDX-License-Identifier: MIT
// Which values variables can have where [wang07 §4.2]: an interval analysis of a graph.
#pragma once

#include <vector>

#include "base/util/budget.hpp"
#include "words/analysis/liveness.hpp"
#include "words/analysis/range.hpp"
#include "words/graph/graph.hpp"

namespace hardbop::words {

class Ranges {
 public:
  /// Where the budget runs out, everything is possible.
  Ranges(const Graph& graph, const Liveness& liveness, Budget* budget = nullptr);

  /// Whether some run may arrive at the block.
  [[nodiscard]] bool reached(BlockId b) const { return reached_[b]; }
  /// Of a live variable where a run arrives at a reached block; of others, everything.
  [[nodiscard]] Range at(BlockId b, VariableId v) const;
  /// Wherever it is live and a run arrives; empty where that is nowhere.
  [[nodiscard]] const Range& anywhere(VariableId v) const { return anywhere_[v]; }
  /// Whether the edge's guard can be true in what reaches its block.
  [[nodiscard]] bool passable(BlockId b, std::size_t edge) const { return passable_[b][edge]; }

 private:
  friend class RangeAnalysis;
  using Environment = std::vector<Range>;  // by place in `live_`

  std::vector<std::vector<VariableId>> live_;  // by block, ascending
  std::vector<Environment> environments_;
  std::vector<bool> reached_;
  std::vector<std::vector<bool>> passable_;
  std::vector<Range> anywhere_;
};

}  // namespace hardbop::words
