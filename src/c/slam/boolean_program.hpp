// SPDX-License-Identifier: MIT
// The text of an abstraction, read as the Boolean program that it is.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <vector>

#include "boolean/language/graph.hpp"
#include "c/slam/abstraction.hpp"

namespace hardbop::slam {

class BooleanProgram {
 public:
  BooleanProgram(const Abstraction& abstraction, const Procedures& procedures);

  [[nodiscard]] const bp::Graph& graph() const { return *graph_; }
  /// C's main.
  [[nodiscard]] const std::vector<bp::ProcedureId>& entries() const { return entries_; }
  /// The block that a vertex executes, or none.
  [[nodiscard]] BlockId block(bp::VertexId v) const;
  /// The block at whose beginning a vertex is, or none.
  [[nodiscard]] BlockId arrival(bp::VertexId v) const;
  /// Predicates whose value nowhere makes a difference to where runs go, if these are looked at
  /// all the same.
  [[nodiscard]] std::set<ExprId> idle(const std::set<ExprId>& looked_at) const;

 private:
  const Abstraction& abstraction_;
  bp::Program program_;
  bp::Symbols symbols_;
  std::unique_ptr<const bp::Graph> graph_;  // refers to both
  std::vector<bp::ProcedureId> entries_;
  std::vector<FunctionId> owners_;             // by procedure
  std::map<std::uint32_t, BlockId> arrivals_;  // by line
};

}  // namespace hardbop::slam
