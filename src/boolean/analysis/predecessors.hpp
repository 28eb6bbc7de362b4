// SPDX-License-Identifier: MIT
// The edges within procedures, both ways. A call leads to where it goes on; a condition
// without variables leads one way only, as in the `if (F)` of generated programs.
#pragma once

#include <span>
#include <vector>

#include "boolean/language/evaluate.hpp"
#include "boolean/language/graph.hpp"

namespace hardbop::analysis {

/// The values that a branch's or assertion's condition can have: both, unless it has neither
/// variables nor choices.
[[nodiscard]] bp::ValueSet condition_values(const bp::Graph& graph, const bp::Vertex& vertex);

template <typename Visit>
void for_each_successor(const bp::Graph& graph, bp::VertexId v, Visit visit) {
  const bp::Vertex& vertex = graph.vertex(v);
  const bool chooses = vertex.next != bp::no_index && vertex.otherwise != bp::no_index;
  const bp::ValueSet values = chooses ? condition_values(graph, vertex) : bp::ValueSet::any();
  if (vertex.next != bp::no_index && values.has(true)) visit(vertex.next);
  if (vertex.otherwise != bp::no_index && values.has(false)) visit(vertex.otherwise);
  for (std::uint32_t i = 0; i < vertex.targets.count; ++i)
    visit(graph.targets()[vertex.targets.first + i]);
}

class Predecessors {
 public:
  explicit Predecessors(const bp::Graph& graph);

  [[nodiscard]] std::span<const bp::VertexId> of(bp::VertexId v) const {
    return std::span(sources_).subspan(offsets_[v], offsets_[v + 1] - offsets_[v]);
  }

 private:
  std::vector<std::size_t> offsets_;
  std::vector<bp::VertexId> sources_;
};

}  // namespace hardbop::analysis
