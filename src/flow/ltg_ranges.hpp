// SPDX-License-Identifier: MIT
// Which values variables can have where [wang07 §4.2]: an interval analysis of a graph.
#pragma once

#include <vector>

#include "flow/ltg_liveness.hpp"
#include "flow/range.hpp"
#include "ltg/graph.hpp"
#include "util/budget.hpp"

namespace hardbop::flow {

class LtgRanges {
 public:
  /// Where the budget runs out, everything is possible.
  LtgRanges(const ltg::Graph& graph, const LtgLiveness& liveness, Budget* budget = nullptr);

  /// Whether some run may arrive at the block.
  [[nodiscard]] bool reached(ltg::BlockId b) const { return reached_[b]; }
  /// Of a live variable where a run arrives at a reached block; of others, everything.
  [[nodiscard]] Range at(ltg::BlockId b, ltg::VariableId v) const;
  /// Wherever it is live and a run arrives; empty where that is nowhere.
  [[nodiscard]] const Range& anywhere(ltg::VariableId v) const { return anywhere_[v]; }
  /// Whether the edge's guard can be true in what reaches its block.
  [[nodiscard]] bool passable(ltg::BlockId b, std::size_t edge) const { return passable_[b][edge]; }

 private:
  friend class RangeAnalysis;
  using Environment = std::vector<Range>;  // by place in `live_`

  std::vector<std::vector<ltg::VariableId>> live_;  // by block, ascending
  std::vector<Environment> environments_;
  std::vector<bool> reached_;
  std::vector<std::vector<bool>> passable_;
  std::vector<Range> anywhere_;
};

}  // namespace hardbop::flow
