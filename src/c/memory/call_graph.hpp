// SPDX-License-Identifier: MIT
// Which functions may call which, and which are recursive.
#pragma once

#include <vector>

#include "c/memory/points_to.hpp"

namespace hardbop::c {

class CallGraph {
 public:
  CallGraph(const Program& program, const PointsTo& points_to);

  [[nodiscard]] bool is_recursive(FunctionId f) const { return recursive_[f]; }
  /// Whether both are in one cycle of calls.
  [[nodiscard]] bool recurse_together(FunctionId f, FunctionId g) const {
    return recursive_[f] && component_[f] == component_[g];
  }
  /// Whether calls lead from it to f.
  [[nodiscard]] ById<FunctionId, bool> callers(FunctionId f) const;

 private:
  ById<FunctionId, std::vector<FunctionId>> callees_;
  ById<FunctionId, FunctionId> component_;  // the first one of it
  ById<FunctionId, bool> recursive_;

  void find_components();
};

}  // namespace hardbop::c
