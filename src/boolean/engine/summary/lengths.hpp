// SPDX-License-Identifier: MIT
// Fewest executed statements, including those inside completed calls: Dijkstra's algorithm on sets,
// as generalised by [knuth77]. Path edges are sorted by the number of statements executed since the
// entry of their procedure, for all procedures at once. A call at length l whose callee has an exit
// at length m continues at l + 1 + m. Only lengths that occur cost anything. A second pass over
// entries computes after how many statements a procedure can be entered with given values.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "boolean/analysis/predecessors.hpp"
#include "boolean/engine/summary/path_edges.hpp"
#include "boolean/engine/summary/planner.hpp"

namespace hardbop::engine {

class LengthPlanner final : public Planner {
 public:
  LengthPlanner(PathEdges& path_edges, Budget& budget);

  [[nodiscard]] std::optional<Plan> outer(const std::vector<bp::ProcedureId>& entries,
                                          const std::vector<bp::VertexId>& targets) override;
  [[nodiscard]] std::optional<Plan> inner(bp::ProcedureId p, const bdd::Bdd& first,
                                          const bdd::Bdd& goal, std::uint64_t rank) override;
  [[nodiscard]] const std::vector<SummaryPart>& parts(bp::ProcedureId p) const override {
    return parts_[p];
  }

 private:
  using Length = std::uint64_t;
  using Layers = std::map<Length, bdd::Bdd>;

  /// Where the shortest way ends: so many statements to the procedure's entry, and within it.
  struct Arrival {
    bp::VertexId vertex = bp::no_index;
    Length before = 0;
    Length within = 0;
  };

  PathEdges& path_edges_;
  const bp::Graph& graph_;
  Budget& budget_;
  analysis::Predecessors predecessors_;
  std::vector<Layers> layers_;                   // by vertex: by length since the entry
  std::vector<bdd::Bdd> seen_;                   // by vertex
  std::vector<std::vector<SummaryPart>> parts_;  // by procedure; the rank is the length
  std::vector<bdd::Bdd> summaries_;              // by procedure
  std::map<Length, std::map<bp::VertexId, bdd::Bdd>> queue_;
  std::vector<Layers> entered_;  // by procedure: by length since the start
  bool measured_ = false;

  [[nodiscard]] bool measure();
  void reach(bp::VertexId v, Length length, const bdd::Bdd& set);
  void settle(bp::VertexId v, Length length, const bdd::Bdd& set);
  void come_back(bp::VertexId call, Length length, const bdd::Bdd& set, const SummaryPart& part);
  [[nodiscard]] std::optional<Arrival> enter_all(const std::vector<bp::ProcedureId>& entries,
                                                 const std::vector<bp::VertexId>& targets);
  [[nodiscard]] bdd::Bdd entered_with(bp::ProcedureId p, const bdd::Bdd& entries);
  [[nodiscard]] Plan walk_back(bp::VertexId v, Length length, const bdd::Bdd& set);
  [[nodiscard]] PlannedPlace step_back(PlannedPlace& place, Length& length);
  [[nodiscard]] std::optional<PlannedPlace> call_back(const PlannedPlace& first, Arrival& arrival);
};

}  // namespace hardbop::engine
