// SPDX-License-Identifier: MIT
#include "flow/call_graph.hpp"

#include <algorithm>

namespace hardbop::flow {

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

/// Tarjan's strongly connected components, with a stack of our own: chains of calls can be as
/// long as the program. Components come out callees first.
void CallGraph::find_components(const bp::Graph& graph) {
  const auto count = static_cast<bp::ProcedureId>(graph.procedures().size());
  std::vector<std::uint32_t> number(count, bp::no_index);
  std::vector<std::uint32_t> lowest(count);
  std::vector<bp::ProcedureId> open;  // numbered, without a component yet
  struct Visit {
    bp::ProcedureId procedure;
    std::size_t next_call;
  };
  std::vector<Visit> stack;
  std::uint32_t next_number = 0;
  std::uint32_t next_component = 0;
  const auto enter = [&](bp::ProcedureId p) {
    number[p] = lowest[p] = next_number++;
    open.push_back(p);
    stack.push_back({p, 0});
  };
  for (bp::ProcedureId root = 0; root < count; ++root) {
    if (number[root] != bp::no_index) continue;
    enter(root);
    while (!stack.empty()) {
      const bp::ProcedureId p = stack.back().procedure;
      if (stack.back().next_call < calls_[p].size()) {
        const bp::ProcedureId callee = graph.vertex(calls_[p][stack.back().next_call++]).callee;
        if (number[callee] == bp::no_index) {
          enter(callee);
        } else if (component_[callee] == bp::no_index) {
          lowest[p] = std::min(lowest[p], number[callee]);
        }
        continue;
      }
      stack.pop_back();
      if (!stack.empty()) {
        std::uint32_t& above = lowest[stack.back().procedure];
        above = std::min(above, lowest[p]);
      }
      if (lowest[p] != number[p]) continue;
      bp::ProcedureId member = bp::no_index;
      do {
        member = open.back();
        open.pop_back();
        component_[member] = next_component;
        bottom_up_.push_back(member);
      } while (member != p);
      ++next_component;
    }
  }
}

}  // namespace hardbop::flow
