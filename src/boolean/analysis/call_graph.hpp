// SPDX-License-Identifier: MIT
// Who calls whom.
#pragma once

#include <vector>

#include "boolean/language/graph.hpp"

namespace hardbop::analysis {

class CallGraph {
 public:
  explicit CallGraph(const bp::Graph& graph);

  /// The calls of a procedure, wherever they stand.
  [[nodiscard]] const std::vector<bp::VertexId>& callers(bp::ProcedureId p) const {
    return callers_[p];
  }
  /// The calls that stand in a procedure.
  [[nodiscard]] const std::vector<bp::VertexId>& calls(bp::ProcedureId p) const {
    return calls_[p];
  }
  /// All procedures, callees before callers; those that call each other stand together.
  [[nodiscard]] const std::vector<bp::ProcedureId>& bottom_up() const { return bottom_up_; }
  /// Procedures that call each other, directly or not, have the same component; a callee's is
  /// not larger than its caller's.
  [[nodiscard]] std::uint32_t component(bp::ProcedureId p) const { return component_[p]; }

 private:
  std::vector<std::vector<bp::VertexId>> callers_;
  std::vector<std::vector<bp::VertexId>> calls_;
  std::vector<bp::ProcedureId> bottom_up_;
  std::vector<std::uint32_t> component_;

  void find_components(const bp::Graph& graph);
};

}  // namespace hardbop::analysis
