// SPDX-License-Identifier: MIT
// An abstraction as a Boolean program, with the meanings of its parts.
#pragma once

#include <set>
#include <vector>

#include "boolean/language/checked_program.hpp"
#include "c/slam/abstraction.hpp"

namespace hardbop::slam {

class BooleanProgram {
 public:
  BooleanProgram(const Abstraction& abstraction, const Procedures& procedures);

  [[nodiscard]] const bp::Graph& graph() const { return checked_.graph(); }
  [[nodiscard]] const Abstraction& abstraction() const { return abstraction_; }
  /// Whether it has threads.
  [[nodiscard]] bool is_concurrent() const { return !checked_.program().threads.empty(); }
  /// C's main; of a program with threads, nothing.
  [[nodiscard]] const std::vector<bp::ProcedureId>& entries() const { return entries_; }
  [[nodiscard]] StatementMeaning meaning(bp::VertexId v) const {
    return abstraction_.meanings.at(graph().vertex(v));
  }
  /// The block that a vertex executes, or none.
  [[nodiscard]] BlockId block(bp::VertexId v) const { return meaning(v).block; }
  /// The block at whose beginning a vertex is, or none.
  [[nodiscard]] BlockId arrival(bp::VertexId v) const { return meaning(v).begins; }
  /// Predicates whose value nowhere makes a difference to where runs go, if these are looked at
  /// all the same.
  [[nodiscard]] std::set<ExprId> idle(const std::set<ExprId>& looked_at) const;

 private:
  const Abstraction& abstraction_;
  bp::CheckedProgram checked_;
  std::vector<bp::ProcedureId> entries_;
  std::vector<FunctionId> owners_;  // by procedure
};

}  // namespace hardbop::slam
