// SPDX-License-Identifier: MIT
// Who calls whom, in a few flat arrays: of a hundred thousand procedures only these are looked at
// when nothing has changed.
#pragma once

#include <span>
#include <vector>

#include "boolean/language/graph.hpp"

namespace hardbop::engine {

class CallComponents {
 public:
  explicit CallComponents(const bp::Graph& graph);

  /// Each once, in the order of the first call.
  [[nodiscard]] std::span<const bp::ProcedureId> callees(bp::ProcedureId p) const {
    return std::span(callees_).subspan(offsets_[p], offsets_[p + 1] - offsets_[p]);
  }
  /// Procedures that call each other, directly or not; a component comes after those it calls.
  [[nodiscard]] const std::vector<std::vector<bp::ProcedureId>>& components() const {
    return components_;
  }
  [[nodiscard]] std::uint32_t component(bp::ProcedureId p) const { return component_[p]; }

 private:
  std::vector<std::size_t> offsets_;
  std::vector<bp::ProcedureId> callees_;
  std::vector<std::vector<bp::ProcedureId>> components_;
  std::vector<std::uint32_t> component_;
};

}  // namespace hardbop::engine
