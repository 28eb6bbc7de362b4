// SPDX-License-Identifier: MIT
// Two slow but obvious ways to decide reachability. Both find what can happen next by
// proposing every frame there is and asking the interpreter which of them are allowed,
// so they share no code with any engine's way of making successors.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "boolean/language/interpreter.hpp"

namespace hardbop::test {

/// Everything the interpreter allows, by trial.
class Trial {
 public:
  explicit Trial(const bp::Graph& graph) : graph_(graph), interpreter_(graph) {}

  using Place = std::pair<bp::VertexId, bp::Valuation>;

  [[nodiscard]] std::vector<bp::Valuation> initial(bp::ProcedureId p);
  [[nodiscard]] std::vector<bp::Valuation> entries(bp::VertexId call, const bp::Valuation& before);
  [[nodiscard]] std::vector<Place> steps(bp::VertexId v, const bp::Valuation& before);
  [[nodiscard]] std::vector<bp::Valuation> returns(bp::VertexId call, const bp::Valuation& before,
                                                   const bp::Valuation& exit);

 private:
  const bp::Graph& graph_;
  bp::Interpreter interpreter_;

  [[nodiscard]] std::vector<bp::Valuation> all_frames(bp::ProcedureId p) const;
  [[nodiscard]] std::vector<bp::VertexId> next_vertices(const bp::Vertex& vertex) const;
};

struct ConfigurationSearch {
  /// By vertex: the fewest executed statements on a run that arrives there.
  std::map<bp::VertexId, std::uint64_t> distance;
  bool complete = false;     // nothing was cut off
  std::uint64_t levels = 0;  // every run of fewer statements than this was followed
};

/// Breadth-first search over whole configurations, stacks included.
[[nodiscard]] ConfigurationSearch search_configurations(const bp::Graph& graph,
                                                        bp::ProcedureId entry,
                                                        std::size_t max_configurations);

/// By vertex: the shortest hierarchical distance, from a naive fixed point of path edges.
[[nodiscard]] std::optional<std::map<bp::VertexId, std::uint64_t>> hierarchical_distances(
    const bp::Graph& graph, bp::ProcedureId entry, std::size_t max_path_edges);

}  // namespace hardbop::test
