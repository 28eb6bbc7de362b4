// SPDX-License-Identifier: MIT
#include "boolean/analysis/predecessors.hpp"

namespace hardbop::analysis {

bp::ValueSet condition_values(const bp::Graph& graph, const bp::Vertex& vertex) {
  const bp::ExprRange range = graph.program().expressions[vertex.exprs.first];
  for (std::uint32_t node = range.first; node <= range.root; ++node) {
    const bp::Op op = graph.program().nodes[node].op;
    if (op == bp::Op::Name || op == bp::Op::Star || op == bp::Op::Choose)
      return bp::ValueSet::any();
  }
  return bp::Evaluator(graph).evaluate(range, {});
}

Predecessors::Predecessors(const bp::Graph& graph) : offsets_(graph.vertices().size() + 1) {
  const auto count = static_cast<bp::VertexId>(graph.vertices().size());
  for (bp::VertexId v = 0; v < count; ++v)
    for_each_successor(graph, v, [&](bp::VertexId w) { ++offsets_[w + std::size_t{1}]; });
  for (std::size_t i = 1; i < offsets_.size(); ++i) offsets_[i] += offsets_[i - 1];
  sources_.resize(offsets_.back());
  std::vector<std::size_t> next(offsets_.begin(), offsets_.end() - 1);
  for (bp::VertexId v = 0; v < count; ++v)
    for_each_successor(graph, v, [&](bp::VertexId w) { sources_[next[w]++] = v; });
}

}  // namespace hardbop::analysis
