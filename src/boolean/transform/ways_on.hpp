// SPDX-License-Identifier: MIT
// Where control goes from a vertex within its procedure.
#pragma once

#include "boolean/language/graph.hpp"

namespace hardbop::transform {

/// Calls `visit(vertex)`; of a call, with where it comes back to.
template <typename Visit>
void for_each_successor(const bp::Graph& graph, bp::VertexId v, Visit visit) {
  const bp::Vertex& vertex = graph.vertex(v);
  if (vertex.next != bp::no_index) visit(vertex.next);
  if (vertex.otherwise != bp::no_index) visit(vertex.otherwise);
  for (std::uint32_t i = 0; i < vertex.targets.count && vertex.kind == bp::VertexKind::Goto; ++i)
    visit(graph.targets()[vertex.targets.first + i]);
}

}  // namespace hardbop::transform
