// SPDX-License-Identifier: MIT
#include "boolean/trace/replay.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "boolean/language/interpreter.hpp"

namespace hardbop::trace {

namespace {

using bp::Objection;

class Replay {
 public:
  Replay(const bp::Graph& graph, const Trace& trace)
      : graph_(graph), trace_(trace), interpreter_(graph), is_open_(trace.bodies.size()) {}

  Objection run(const std::vector<bp::ProcedureId>& entries,
                const std::vector<bp::VertexId>& targets) {
    if (trace_.open.empty()) return "the trace is empty";
    for (const BodyId id : trace_.open) {
      if (id >= trace_.bodies.size()) return "the trace refers to a body that it does not contain";
      is_open_[id] = true;
    }
    const Body& first = trace_.bodies[trace_.open.front()];
    if (std::ranges::find(entries, first.procedure) == entries.end())
      return "the trace does not start in an entry procedure";
    if (Objection objection = interpreter_.initial(first.procedure, first.frame(0)))
      return objection;
    const auto& last = trace_.innermost();
    if (std::ranges::find(targets, last.end) == targets.end())
      return "the trace does not reach the property";
    for (BodyId id = 0; id < trace_.bodies.size(); ++id)
      if (Objection objection = body(id)) return objection;
    return open_calls();
  }

 private:
  const bp::Graph& graph_;
  const Trace& trace_;
  bp::Interpreter interpreter_;
  std::vector<bool> is_open_;

  [[nodiscard]] std::string at(bp::VertexId v, const std::string& why) const {
    const LineColumn place = graph_.program().source->locate(graph_.vertex(v).at);
    return fmt::format("line {}, column {}: {}", place.line, place.column, why);
  }

  Objection body(BodyId id) {
    const Body& body = trace_.bodies[id];
    const bp::GraphProcedure& procedure = graph_.procedure(body.procedure);
    if (body.vertex(0) != procedure.entry) return "a body does not start at its procedure's entry";
    if (!is_open_[id] && body.end != procedure.exit) return "a completed call does not end";
    const bool waits = is_open_[id] && id != trace_.open.back();
    const std::size_t checked = waits ? body.steps.size() - 1 : body.steps.size();
    if (waits && body.steps.empty()) return "an open body has no call";
    for (std::size_t i = 0; i < checked; ++i)
      if (Objection objection = step(id, i)) return at(body.steps[i].vertex, *objection);
    return {};
  }

  Objection step(BodyId id, std::size_t i) {
    const Body& body = trace_.bodies[id];
    const Step& step = body.steps[i];
    const bp::Vertex& vertex = graph_.vertex(step.vertex);
    if (vertex.procedure != body.procedure) return "a statement of another procedure";
    if (vertex.kind != bp::VertexKind::Call)
      return interpreter_.step(step.vertex, step.before, body.vertex(i + 1), body.frame(i + 1));
    if (step.callee >= id) return "a completed call should stand before its caller";
    const Body& callee = trace_.bodies[step.callee];
    if (is_open_[step.callee] || callee.procedure != vertex.callee) return "a wrong callee";
    if (body.vertex(i + 1) != vertex.next) return "the call returns to a different place";
    if (Objection objection = interpreter_.call(step.vertex, step.before, callee.frame(0)))
      return objection;
    return interpreter_.give_back(step.vertex, step.before, callee.after, body.frame(i + 1));
  }

  Objection open_calls() {
    for (std::size_t i = 0; i + 1 < trace_.open.size(); ++i) {
      const Step& call = trace_.bodies[trace_.open[i]].steps.back();
      const Body& callee = trace_.bodies[trace_.open[i + 1]];
      if (graph_.vertex(call.vertex).callee != callee.procedure)
        return at(call.vertex, "a wrong callee");
      if (Objection objection = interpreter_.call(call.vertex, call.before, callee.frame(0)))
        return at(call.vertex, *objection);
    }
    return {};
  }
};

}  // namespace

std::optional<std::string> replay(const bp::Graph& graph, const Trace& trace,
                                  const std::vector<bp::ProcedureId>& entries,
                                  const std::vector<bp::VertexId>& targets) {
  return Replay(graph, trace).run(entries, targets);
}

}  // namespace hardbop::trace
