// SPDX-License-Identifier: MIT
// Who may call whom, and which functions recurse.
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
  /// By function: whether calls lead from it to f.
  [[nodiscard]] std::vector<bool> callers(FunctionId f) const;

 private:
  std::vector<std::vector<FunctionId>> callees_;
  std::vector<std::uint32_t> component_;
  std::vector<bool> recursive_;

  void find_components();
};

}  // namespace hardbop::c
