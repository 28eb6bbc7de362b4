// SPDX-License-Identifier: MIT
// Reverse postorder of a depth-first search that takes a loop's exit before its body, so that
// the body comes out first. For the structured programs that our input mostly is, that is
// the weak topological order of Bourdoncle, without its cost.
#include "boolean/analysis/order.hpp"

#include "boolean/analysis/predecessors.hpp"

namespace hardbop::analysis {

std::vector<std::uint32_t> iteration_order(const bp::Graph& graph, const CallGraph& calls) {
  const auto count = static_cast<std::uint32_t>(graph.vertices().size());
  std::vector<std::uint32_t> place(count, bp::no_index);
  std::vector<bool> seen(count);
  struct Visit {
    bp::VertexId vertex;
    std::size_t first;  // of its successors that were not looked at
  };
  std::vector<Visit> stack;
  std::vector<bp::VertexId> successors;  // of all that are visited; the last ones come first
  std::uint32_t first = 0;               // of the procedure at hand
  for (const bp::ProcedureId p : calls.bottom_up()) {
    const bp::Range vertices = graph.procedure(p).vertices;
    std::uint32_t last = first + vertices.count;
    const auto enter = [&](bp::VertexId v) {
      seen[v] = true;
      stack.push_back({v, successors.size()});
      for_each_successor(graph, v, [&](bp::VertexId w) { successors.push_back(w); });
    };
    enter(graph.procedure(p).entry);
    while (!stack.empty()) {
      const Visit visit = stack.back();
      if (successors.size() > visit.first) {
        const bp::VertexId w = successors.back();
        successors.pop_back();
        if (!seen[w]) enter(w);
        continue;
      }
      place[visit.vertex] = --last;
      stack.pop_back();
    }
    first += vertices.count;
  }
  for (std::uint32_t& entry : place)
    if (entry == bp::no_index) entry = first++;  // nothing leads there
  return place;
}

}  // namespace hardbop::analysis
