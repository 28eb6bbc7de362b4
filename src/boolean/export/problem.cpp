// SPDX-License-Identifier: MIT
#include "boolean/export/problem.hpp"

namespace hardbop::exporting {

std::vector<bool> target_marks(const Problem& problem) {
  std::vector<bool> marks(problem.graph.vertices().size());
  for (const bp::VertexId v : problem.targets) marks[v] = true;
  return marks;
}

std::vector<bp::VertexId> connected_vertices(const bp::Graph& graph, bp::ProcedureId p) {
  const bp::Range range = graph.procedure(p).vertices;
  std::vector<bool> found(range.count);
  std::vector<bp::VertexId> waiting;
  const auto add = [&](bp::VertexId v) {
    if (v == bp::no_index) return;
    if (!found[v - range.first]) waiting.push_back(v);
    found[v - range.first] = true;
  };
  add(graph.procedure(p).entry);
  while (!waiting.empty()) {
    const bp::Vertex& vertex = graph.vertex(waiting.back());
    waiting.pop_back();
    add(vertex.next);
    add(vertex.otherwise);
    for (std::uint32_t i = 0; i < vertex.targets.count; ++i)
      add(graph.targets()[vertex.targets.first + i]);
  }
  std::vector<bp::VertexId> out;
  for (std::uint32_t i = 0; i < range.count; ++i)
    if (found[i]) out.push_back(range.first + i);
  return out;
}

namespace {

std::vector<bp::VertexId> connected_calls(const bp::Graph& graph, bp::ProcedureId p) {
  std::vector<bp::VertexId> calls = connected_vertices(graph, p);
  std::erase_if(calls,
                [&](bp::VertexId v) { return graph.vertex(v).kind != bp::VertexKind::Call; });
  return calls;
}

}  // namespace

/// Depth first, with a stack of our own: chains of calls can be as long as the program.
Calls find_calls(const Problem& problem) {
  enum class State : std::uint8_t { New, Running, Done };
  struct Visit {
    bp::ProcedureId procedure;
    std::vector<bp::VertexId> calls;  // still to be looked at
  };
  const bp::Graph& graph = problem.graph;
  std::vector<State> states(graph.procedures().size());
  std::vector<Visit> stack;
  Calls out;
  const auto enter = [&](bp::ProcedureId p) {
    if (states[p] != State::New) return;
    states[p] = State::Running;
    stack.push_back({p, connected_calls(graph, p)});
  };
  for (const bp::ProcedureId entry : problem.entries) {
    enter(entry);
    while (!stack.empty()) {
      Visit& top = stack.back();
      if (top.calls.empty()) {
        states[top.procedure] = State::Done;
        stack.pop_back();
        continue;
      }
      const bp::VertexId call = top.calls.back();
      top.calls.pop_back();
      const bp::ProcedureId callee = graph.vertex(call).callee;
      if (states[callee] == State::Running) out.recursive = call;
      enter(callee);
    }
  }
  for (bp::ProcedureId p = 0; p < states.size(); ++p)
    if (states[p] != State::New) out.procedures.push_back(p);
  return out;
}

}  // namespace hardbop::exporting
