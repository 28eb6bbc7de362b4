// SPDX-License-Identifier: MIT
// From fair heads to a lasso. A breadth-first search goes from the start to the nearest fair head.
// Then, within the fair heads, further ones go to each condition in turn and back. If there is no
// way back, the search continues from where it is; the set of reachable heads becomes smaller each
// time, so this ends.
#pragma once

#include <optional>
#include <vector>

#include "boolean/engine/summary/rings.hpp"
#include "boolean/temporal/fair_cycles.hpp"

namespace hardbop::temporal {

/// A path of heads that ends where its place `loop` is.
struct LassoPlan {
  engine::Plan plan;
  std::size_t loop = 0;
};

class LassoFinder {
 public:
  LassoFinder(FairCycles& cycles, Budget& budget)
      : cycles_(cycles), heads_(cycles.heads()), budget_(budget) {}

  /// The loop begins at a vertex for which `begins(vertex)`: every cycle must have one. Nothing
  /// where the budget ended the search.
  [[nodiscard]] std::optional<LassoPlan> find(bp::ProcedureId start,
                                              const std::vector<bool>& begins);

 private:
  FairCycles& cycles_;
  Heads& heads_;
  Budget& budget_;

  using Starts = std::vector<std::pair<bp::VertexId, bdd::Bdd>>;
  using Ring = std::map<bp::VertexId, bdd::Bdd>;

  /// A shortest path of `least` steps or more, within the sets, to a goal; the last place is
  /// one head.
  [[nodiscard]] std::optional<engine::Plan> search(const Starts& starts, const HeadSets& within,
                                                   const HeadSets& goal, std::size_t least);
  [[nodiscard]] Ring next_ring(const Ring& ring, const HeadSets& within, HeadSets& seen);
  [[nodiscard]] engine::Plan walk_back(const std::vector<Ring>& rings, bp::VertexId v,
                                       const bdd::Bdd& arrived);
  [[nodiscard]] HeadSets only(bp::VertexId v, const bdd::Bdd& set) const;
};

/// Hands out a plan that was found, and lets calls be expanded by rings.
class FoundPlan final : public engine::Planner {
 public:
  FoundPlan(engine::Plan plan, engine::PathEdges& path_edges, Budget& budget)
      : plan_(std::move(plan)), rings_(path_edges, budget) {}

  [[nodiscard]] std::optional<engine::Plan> outer(const std::vector<bp::ProcedureId>&,
                                                  const std::vector<bp::VertexId>&) override {
    return plan_;
  }
  [[nodiscard]] std::optional<engine::Plan> inner(bp::ProcedureId p, const bdd::Bdd& first,
                                                  const bdd::Bdd& goal,
                                                  std::uint64_t rank) override {
    return rings_.inner(p, first, goal, rank);
  }
  [[nodiscard]] const std::vector<engine::SummaryPart>& parts(bp::ProcedureId p) const override {
    return rings_.parts(p);
  }

 private:
  engine::Plan plan_;
  engine::RingPlanner rings_;
};

}  // namespace hardbop::temporal
