// SPDX-License-Identifier: MIT
// Rings [ball00 §3.2]: path edges by the number of steps it takes to get there, all vertices
// at once, and the way back through them.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "boolean/engine/summary/path_edges.hpp"
#include "boolean/engine/summary/planner.hpp"

namespace hardbop::engine {

class Rings {
 public:
  /// Steps over calls use only parts of summaries whose rank is below `rank`.
  Rings(PathEdges& path_edges, Budget& budget, std::uint64_t rank);

  /// Follows calls into their callees, or stays within one procedure.
  void follow_calls(bool follow) { follow_calls_ = follow; }

  /// A shortest plan from one of the starts into `goal`, at one of the targets. Nothing where
  /// there is none, or the budget ended the search.
  [[nodiscard]] std::optional<Plan> find(
      const std::vector<std::pair<bp::VertexId, bdd::Bdd>>& starts,
      const std::vector<bp::VertexId>& targets, const bdd::Bdd& goal);

 private:
  using Ring = std::map<bp::VertexId, bdd::Bdd>;

  PathEdges& path_edges_;
  const bp::Graph& graph_;
  Budget& budget_;
  std::uint64_t rank_;
  bool follow_calls_ = true;
  std::vector<Ring> rings_;
  std::map<bp::VertexId, bdd::Bdd> seen_;
  std::map<bp::VertexId, bdd::Bdd> effects_;

  [[nodiscard]] const bdd::Bdd& effect(bp::VertexId call);
  [[nodiscard]] Ring next_ring(const Ring& ring, const std::vector<bool>& useful);
  void add(Ring& ring, bp::VertexId w, const bdd::Bdd& set);
  [[nodiscard]] Plan walk_back(bp::VertexId target, const bdd::Bdd& arrived);
  [[nodiscard]] PlannedPlace step_back(std::size_t ring, PlannedPlace& place);
  [[nodiscard]] bdd::Bdd before_step(bp::VertexId u, bp::VertexId v, const bdd::Bdd& set) const;
  [[nodiscard]] bdd::Bdd before_call(bp::VertexId u, const bdd::Bdd& set) const;
};

/// Fewest steps, a completed call counting as one.
class RingPlanner final : public Planner {
 public:
  RingPlanner(PathEdges& path_edges, Budget& budget) : path_edges_(path_edges), budget_(budget) {}

  [[nodiscard]] std::optional<Plan> outer(const std::vector<bp::ProcedureId>& entries,
                                          const std::vector<bp::VertexId>& targets) override;
  [[nodiscard]] std::optional<Plan> inner(bp::ProcedureId p, const bdd::Bdd& first,
                                          const bdd::Bdd& goal, std::uint64_t rank) override;
  /// The rank is the time at which a part was found.
  [[nodiscard]] const std::vector<SummaryPart>& parts(bp::ProcedureId p) const override {
    return path_edges_.growth(p);
  }

 private:
  PathEdges& path_edges_;
  Budget& budget_;
};

}  // namespace hardbop::engine
