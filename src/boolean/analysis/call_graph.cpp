// SPDX-License-Identifier: MIT
#include "boolean/analysis/call_graph.hpp"


#include "base/util/components.hpp"

namespace hardbop::analysis {

CallGraph::CallGraph(const bp::Graph& graph)
    : callers_(graph.procedures().size()),
      calls_(graph.procedures().size()),
      component_(graph.procedures().size(), bp::no_index) {
  for (bp::VertexId v = 0; v < graph.vertices().size(); ++v) {
    const bp::Vertex& vertex = graph.vertex(v);
    if (vertex.kind != bp::VertexKind::Call) continue;
    callers_[vertex.callee].push_back(v);
    calls_[vertex.procedure].push_back(v);
  }
  find_components(graph);
}

/// Components come out callees first.
void CallGraph::find_components(const bp::Graph& graph) {
  const auto count = static_cast<bp::ProcedureId>(graph.procedures().size());
  const auto callee = [&](bp::ProcedureId p, std::size_t i) -> std::optional<bp::ProcedureId> {
    if (i == calls_[p].size()) return std::nullopt;
    return graph.vertex(calls_[p][i]).callee;
  };
  std::uint32_t next_component = 0;
  for (const auto& members : strong_components(count, callee)) {
    for (const bp::ProcedureId member : members) component_[member] = next_component;
    bottom_up_.insert(bottom_up_.end(), members.begin(), members.end());
    ++next_component;
  }
}

}  // namespace hardbop::analysis
