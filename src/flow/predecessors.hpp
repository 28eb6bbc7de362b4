// SPDX-License-Identifier: MIT
// The edges within procedures, both ways. A call leads to where it goes on.
#pragma once

#include <span>
#include <vector>

#include "bp/graph.hpp"

namespace hardbop::flow {

template <typename Visit>
void for_each_successor(const bp::Graph& graph, bp::VertexId v, Visit visit) {
  const bp::Vertex& vertex = graph.vertex(v);
  if (vertex.next != bp::no_index) visit(vertex.next);
  if (vertex.otherwise != bp::no_index) visit(vertex.otherwise);
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

}  // namespace hardbop::flow
