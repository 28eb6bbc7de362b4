// SPDX-License-Identifier: MIT
// The graph of heads. In an infinite run of a recursive program there are infinitely many
// configurations below which the stack is never popped again; their tops form an infinite
// path of this graph, and each infinite path of it comes from a run [bouajjani97]. Its
// nodes are a vertex and the values of what is live there; its edges are steps, calls that
// come back (by their summaries), and calls that do not.
#pragma once

#include <vector>

#include "boolean/engine/summary/path_edges.hpp"

namespace hardbop::temporal {

struct HeadEdge {
  engine::PlannedPlace::By by = engine::PlannedPlace::By::Step;
  bp::VertexId from = bp::no_index;
  bp::VertexId to = bp::no_index;
  std::uint32_t number = 0;  // Step: among the edges of `from`
};

/// By vertex a set of valuations.
using HeadSets = std::vector<bdd::Bdd>;

class Heads {
 public:
  /// After a complete fixed point.
  explicit Heads(engine::PathEdges& path_edges);

  [[nodiscard]] const bp::Graph& graph() const { return path_edges_.graph(); }
  [[nodiscard]] const bdd::Manager& manager() const { return path_edges_.manager(); }
  [[nodiscard]] engine::PathEdges& path_edges() const { return path_edges_; }
  /// What is reached.
  [[nodiscard]] const HeadSets& reached() const { return reached_; }
  [[nodiscard]] const std::vector<HeadEdge>& out(bp::VertexId v) const { return out_[v]; }
  [[nodiscard]] const std::vector<HeadEdge>& in(bp::VertexId v) const { return in_[v]; }

  [[nodiscard]] bdd::Bdd after(const HeadEdge& edge, const bdd::Bdd& set);
  [[nodiscard]] bdd::Bdd before(const HeadEdge& edge, const bdd::Bdd& set);
  /// One head of a set that is not empty: a value for everything the sets can tell apart there.
  [[nodiscard]] bdd::Bdd pick_head(bp::VertexId v, const bdd::Bdd& set) const;

 private:
  engine::PathEdges& path_edges_;
  bdd::Bdd entry_copies_;
  HeadSets reached_;
  std::vector<std::vector<HeadEdge>> out_;
  std::vector<std::vector<HeadEdge>> in_;

  [[nodiscard]] const encode::Transfer& step_of(const HeadEdge& edge);
  void add_edges(bp::VertexId v);
  void add(HeadEdge edge);
};

/// Strongly connected components of the vertices that are reached, those with a cycle only.
[[nodiscard]] std::vector<std::vector<bp::VertexId>> cyclic_components(const Heads& heads);

}  // namespace hardbop::temporal
