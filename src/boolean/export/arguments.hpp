// SPDX-License-Identifier: MIT
// Which variables are arguments of the unknown relations of horn/clauses.hpp. Solvers pay for every
// argument, so variables that make no difference are left out. A global that a procedure does not
// touch is not an argument. A global that it only reads, or a formal that it never assigns, needs
// one copy for both entry and current value. A dead variable has no value.
#pragma once

#include "boolean/analysis/liveness.hpp"
#include "boolean/analysis/mod_ref.hpp"
#include "boolean/horn/term.hpp"

namespace hardbop::exporting {

class Arguments {
 public:
  Arguments(const bp::Graph& graph, const analysis::CallGraph& calls);

  /// Of Path_v: copies Entry and Current.
  [[nodiscard]] std::vector<horn::Variable> path(bp::VertexId v) const;
  /// Of Summary_p: Entry at its entry, Current at its exit. A value that stays is there once,
  /// as Entry.
  [[nodiscard]] std::vector<horn::Variable> summary(bp::ProcedureId p) const;
  /// Whether the slot has the same value all through the procedure.
  [[nodiscard]] bool stays(bp::ProcedureId p, bp::Slot slot) const;

 private:
  const bp::Graph& graph_;
  analysis::ModRef mod_ref_;
  analysis::Liveness liveness_;
  std::vector<analysis::SlotSet> assigned_;  // by procedure: what its own statements assign

  [[nodiscard]] bool is_known(bp::ProcedureId p, bp::Slot slot) const;
  [[nodiscard]] bool matters_at_entry(bp::ProcedureId p, bp::Slot slot) const;
};

}  // namespace hardbop::exporting
