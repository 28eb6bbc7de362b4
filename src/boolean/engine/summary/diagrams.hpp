// SPDX-License-Identifier: MIT
// Copies the sets of path edges into diagrams that need no BDD manager.
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "boolean/engine/summary/path_edges.hpp"
#include "boolean/trace/invariant.hpp"

namespace hardbop::engine {

class DiagramCopier {
 public:
  // What is copied, and where to, must outlive it.
  DiagramCopier(const PathEdges& path_edges, trace::Invariant& out);
  /// Of diagrams whose variables mean these.
  DiagramCopier(std::vector<trace::Decision> decisions, std::vector<trace::DiagramNode>& out)
      : decisions_(std::move(decisions)), out_(out) {}

  /// Not recursive: a diagram can be as deep as there are variables.
  trace::DiagramRef copy(const bdd::Bdd& root);

 private:
  std::vector<trace::Decision> decisions_;  // by BDD variable
  std::vector<trace::DiagramNode>& out_;
  std::unordered_map<bdd::Bdd, std::uint32_t> known_;

  [[nodiscard]] trace::DiagramRef ref(const bdd::Bdd& f) const;
};

/// All sets of a complete search.
void copy_invariant(PathEdges& path_edges, DiagramCopier& diagrams, trace::Invariant& invariant);

}  // namespace hardbop::engine
