// SPDX-License-Identifier: MIT
// Steps backwards: from sets of configurations' top frames to those from which one step, or a
// completed call, leads there. Sets are over the current values of a frame.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "boolean/engine/summary/path_edges.hpp"
#include "boolean/temporal/heads.hpp"

namespace hardbop::temporal {

class Backward {
 public:
  /// Path edges with all variables kept live.
  explicit Backward(engine::PathEdges& path_edges);

  [[nodiscard]] const bp::Graph& graph() const { return path_edges_.graph(); }
  [[nodiscard]] const bdd::Manager& manager() const { return path_edges_.manager(); }
  [[nodiscard]] const encode::Slots& slots() const { return path_edges_.slots(); }

  /// Where vertices other than calls lead.
  [[nodiscard]] encode::Edges edges(bp::VertexId v) { return path_edges_.edges(v); }
  [[nodiscard]] static bdd::Bdd before(const encode::Edge& edge, const bdd::Bdd& set) {
    return engine::preimage(edge.transfer, set);
  }
  /// Frames at a call that can enter the callee with a frame of the set at its entry.
  [[nodiscard]] bdd::Bdd before_entry(bp::VertexId call, const bdd::Bdd& set);
  /// Frames at a call that come back into the set, by a summary in the form that callers use.
  [[nodiscard]] bdd::Bdd before_return(bp::VertexId call, const bdd::Bdd& through,
                                       const bdd::Bdd& set);

  /// What arrives at `w`: at an exit that is run into by no return, results are arbitrary.
  [[nodiscard]] bdd::Bdd with_any_results(bp::VertexId w, const bdd::Bdd& set) const;

  [[nodiscard]] const bdd::Bdd& enforce(bp::ProcedureId p);
  /// A set after a call, as the callee sees it at its exit: results in place of what they are
  /// assigned to. Still over the caller's locals.
  [[nodiscard]] bdd::Bdd at_callee_exit(bp::VertexId call, const bdd::Bdd& set);
  /// The current copies of a procedure's formals and locals.
  [[nodiscard]] std::vector<bdd::Var> locals(bp::ProcedureId p) const;

 private:
  engine::PathEdges& path_edges_;
  std::vector<std::optional<bdd::Bdd>> enforce_;  // by procedure
  std::map<std::vector<std::pair<bdd::Var, bdd::Var>>, bdd::Renaming> renamings_;

  [[nodiscard]] bdd::Bdd rename(const bdd::Bdd& set,
                                std::vector<std::pair<bdd::Var, bdd::Var>> pairs);
  [[nodiscard]] bdd::Bdd at_entry(bp::ProcedureId p, const bdd::Bdd& set);
};

}  // namespace hardbop::temporal
