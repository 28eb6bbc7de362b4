// SPDX-License-Identifier: MIT
// Rings [ball00 §3.2]: path edges by the number of steps it takes to get there, all vertices
// at once, and the way back through them. A plan is what that gives: places in the order of
// execution, each with a set of path edges (a cube) such that from every one of them some
// step leads into the set of the next place.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "engine/summary/path_edges.hpp"

namespace hardbop::engine {

struct PlannedPlace {
  enum class By : std::uint8_t { Start, Step, Call, Summary };

  bp::VertexId vertex = bp::no_index;
  bdd::Bdd set;
  By by = By::Start;  // how the plan comes here from the place before
};

using Plan = std::vector<PlannedPlace>;

class Rings {
 public:
  /// Steps over calls use only what summaries had been extended by before `before`.
  Rings(PathEdges& path_edges, Budget& budget, std::uint64_t before);

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
  std::uint64_t before_;
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

/// The sets from which a transfer can lead into `set`.
[[nodiscard]] bdd::Bdd preimage(const encode::Transfer& transfer, const bdd::Bdd& set);

/// One cube of a set that is not empty.
[[nodiscard]] bdd::Bdd pick(const bdd::Bdd& set, const bdd::Manager& manager);

}  // namespace hardbop::engine
