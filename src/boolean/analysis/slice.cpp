// SPDX-License-Identifier: MIT
#include "boolean/analysis/slice.hpp"

#include "boolean/analysis/predecessors.hpp"

namespace hardbop::analysis {

std::vector<bool> leads_to(const bp::Graph& graph, const CallGraph& calls,
                           const std::vector<bp::VertexId>& targets) {
  const Predecessors predecessors(graph);
  std::vector<bool> leads(graph.vertices().size());
  std::vector<bp::VertexId> stack;
  const auto add = [&](bp::VertexId v) {
    if (leads[v]) return;
    leads[v] = true;
    stack.push_back(v);
  };
  for (const bp::VertexId v : targets) add(v);
  while (!stack.empty()) {
    const bp::VertexId v = stack.back();
    stack.pop_back();
    for (const bp::VertexId u : predecessors.of(v)) {
      add(u);
      if (graph.vertex(u).kind == bp::VertexKind::Call)
        add(graph.procedure(graph.vertex(u).callee).exit);
    }
    const bp::ProcedureId p = graph.vertex(v).procedure;
    if (graph.procedure(p).entry == v)
      for (const bp::VertexId call : calls.callers(p)) add(call);
  }
  return leads;
}

}  // namespace hardbop::analysis
