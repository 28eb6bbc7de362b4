// SPDX-License-Identifier: MIT
#include "product/api/convert.hpp"

#include <utility>

#include "boolean/language/evaluate.hpp"
#include "product/api/implementation.hpp"

namespace hardbop::api {

namespace {

class Converter {
 public:
  explicit Converter(const bp::Graph& graph) : graph_(graph), evaluator_(graph) {}

  TraceStep step(std::uint32_t thread, std::uint32_t depth, bp::VertexId v,
                 const bp::Valuation& before) {
    trace::ShownStep shown;
    shown.vertex = v;
    shown.depth = depth;
    shown.before = before;
    shown.free = shown.unconstrained = bp::Valuation(before.words().size() * bp::word_bits);
    TraceStep out = step(shown);
    out.thread = thread;
    return out;
  }

  /// What a step changed for whom it leads to: of variables that were in scope before, those
  /// that have another value; of a callee's formals and a call's results, all.
  [[nodiscard]] std::vector<VariableValue> changed(const trace::InterleavedStep& step,
                                                   std::vector<bp::VertexId>& calls) const {
    const bp::Valuation& after = step.arrivals.back().frame;
    const bp::ProcedureId p = graph_.vertex(step.arrivals.back().vertex).procedure;
    const bp::ProcedureId before = graph_.vertex(step.vertex).procedure;
    std::vector<bp::Slot> shown;
    for (bp::Slot slot = 0; slot < graph_.globals(); ++slot)
      if (!graph_.is_hidden(p, slot) && step.before.get(slot) != after.get(slot))
        shown.push_back(slot);
    const bool enters = graph_.vertex(step.vertex).kind == bp::VertexKind::Call;
    if (enters) calls.push_back(step.vertex);
    const bool leaves = step.arrivals.size() > 1;
    bp::VertexId call = bp::no_index;
    for (std::size_t i = 1; i < step.arrivals.size(); ++i) {
      call = calls.back();
      calls.pop_back();
    }
    if (enters && !leaves) {
      const bp::Slot formals = graph_.globals() + graph_.procedure(p).formals;
      for (bp::Slot slot = graph_.globals(); slot < formals; ++slot) shown.push_back(slot);
    } else if (leaves) {
      const bp::Range names = graph_.vertex(call).names;
      for (std::uint32_t i = 0; i < names.count; ++i) {
        const bp::Slot slot = graph_.left_hand_side(names.first + i);
        if (slot != bp::discard_slot && slot >= graph_.globals()) shown.push_back(slot);
      }
    } else if (p == before) {
      for (bp::Slot slot = graph_.globals(); slot < graph_.first_result(p); ++slot)
        if (step.before.get(slot) != after.get(slot)) shown.push_back(slot);
    }
    std::vector<VariableValue> out;
    out.reserve(shown.size());
    for (const bp::Slot slot : shown)
      out.push_back({graph_.slot_name(p, slot), after.get(slot), false, false});
    return out;
  }

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

Trace to_public(const bp::Threads& threads, const trace::Interleaved& trace, std::uint64_t limit) {
  const bp::Graph& graph = threads.graph();
  Converter converter(graph);
  Trace out;
  out.threads.emplace_back("init");
  for (const bp::InitialThread& thread : threads.initial())
    out.threads.push_back(threads.name(thread));
  const std::uint64_t length = trace.steps.size();
  out.hierarchical_length = length;
  out.length = std::to_string(length);
  out.truncated = length > limit;
  out.context_switches = trace.context_switches();
  const std::uint64_t left_out = out.truncated ? length - limit : 0;
  std::vector<std::vector<bp::VertexId>> calls(threads.initial().size() + 1);
  std::uint64_t skipped = 0;
  for (std::uint64_t i = 0; i < length; ++i) {
    const trace::InterleavedStep& step = trace.steps[i];
    std::vector<VariableValue> changed = converter.changed(step, calls[step.thread]);
    if (step.started) {
      const bp::StartSite& site = threads.site_at(step.vertex);
      out.threads.emplace_back(graph.procedure_name(site.procedure));
      calls.emplace_back();
    }
    if (i >= limit / 2 && i < limit / 2 + left_out) {
      ++skipped;
      continue;
    }
    out.steps.push_back(converter.step(step.thread, step.depth, step.vertex, step.before));
    out.steps.back().changed = std::move(changed);
    out.steps.back().starts = step.started ? step.started_thread : 0;
    out.steps.back().left_out_before = std::exchange(skipped, 0);
  }
  out.end = converter.step(trace.last_thread, trace.last_depth, trace.end.vertex, trace.end.frame);
  out.end.left_out_before = skipped;
  return out;
}

}  // namespace hardbop::api
