// SPDX-License-Identifier: MIT
#include "api/convert.hpp"

#include "api/implementation.hpp"
#include "bp/evaluate.hpp"

namespace hardbop::api {

namespace {

class Converter {
 public:
  explicit Converter(const bp::Graph& graph) : graph_(graph), evaluator_(graph) {}

  TraceStep step(const trace::ShownStep& shown) {
    const bp::Vertex& vertex = graph_.vertex(shown.vertex);
    TraceStep step;
    step.kind = kind_of(vertex);
    step.depth = shown.depth;
    step.procedure = graph_.procedure_name(vertex.procedure);
    step.at = locate(*graph_.program().source, vertex.at);
    step.statement = graph_.statement_text(shown.vertex);
    step.state = state(vertex.procedure, shown);
    step.printed = printed(vertex, shown);
    if (shown.inside) step.inside = shown.inside->to_string();
    step.left_out_before = shown.left_out_before;
    return step;
  }

 private:
  const bp::Graph& graph_;
  bp::Evaluator evaluator_;

  [[nodiscard]] static TraceStep::Kind kind_of(const bp::Vertex& vertex) {
    switch (vertex.kind) {
      case bp::VertexKind::Call: return TraceStep::Kind::Call;
      case bp::VertexKind::Return: return TraceStep::Kind::Return;
      default: return TraceStep::Kind::Step;
    }
  }

  [[nodiscard]] std::vector<VariableValue> state(bp::ProcedureId p,
                                                 const trace::ShownStep& shown) const {
    std::vector<VariableValue> values;
    for (bp::Slot slot = 0; slot < graph_.first_result(p); ++slot) {
      if (slot < graph_.globals() && graph_.is_hidden(p, slot)) continue;
      values.push_back({graph_.slot_name(p, slot), shown.before.get(slot), shown.free.get(slot),
                        shown.unconstrained.get(slot)});
    }
    return values;
  }

  [[nodiscard]] std::vector<std::string> printed(const bp::Vertex& vertex,
                                                 const trace::ShownStep& shown) {
    std::vector<std::string> values;
    if (vertex.statement == bp::no_index) return values;
    const bp::Statement& statement = graph_.program().statements[vertex.statement];
    if (statement.kind != bp::StatementKind::Print) return values;
    for (std::uint32_t i = 0; i < statement.exprs.count; ++i) {
      const bp::ValueSet value =
          evaluator_.evaluate(statement.exprs.first + i, shown.before.words());
      values.emplace_back(value.is_any() ? "*" : (value.has(true) ? "1" : "0"));
    }
    return values;
  }
};

}  // namespace

Trace to_public(const bp::Graph& graph, const trace::ShownTrace& shown) {
  Converter converter(graph);
  Trace trace;
  trace.hierarchical_length = shown.length.hierarchical;
  trace.length = shown.length.expanded.to_string();
  trace.truncated = shown.truncated;
  trace.steps.reserve(shown.steps.size());
  for (const trace::ShownStep& step : shown.steps) trace.steps.push_back(converter.step(step));
  trace.end = converter.step(shown.end);
  return trace;
}

Trace to_public(const bp::Graph& graph, const trace::Lasso& lasso, const trace::ShownTrace& shown) {
  Trace trace = to_public(graph, shown);
  TraceLoop& loop = trace.loop.emplace();
  switch (lasso.kind) {
    case trace::Lasso::Kind::Terminated: loop.kind = TraceLoop::Kind::Terminated; break;
    case trace::Lasso::Kind::Failed: loop.kind = TraceLoop::Kind::Failed; break;
    case trace::Lasso::Kind::Loop: {
      loop.first_step = shown.loop;
      loop.frames = lasso.growth();
      for (std::size_t i = lasso.frame; i < lasso.trace.open.size(); ++i)
        loop.length += lasso.trace.bodies[lasso.trace.open[i]].steps.size();
      loop.length -= lasso.step;
      break;
    }
  }
  return trace;
}

}  // namespace hardbop::api
