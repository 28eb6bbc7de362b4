// SPDX-License-Identifier: MIT
#include "boolean/temporal/monitor_check.hpp"

#include <bit>
#include <fmt/format.h>

#include "base/util/invariant.hpp"
#include "boolean/logic/product.hpp"
#include "boolean/trace/replay.hpp"

namespace hardbop::temporal {

namespace {

using bp::Term;
using bp::VertexId;
using bp::VertexKind;

struct MonitorProduct : Product {
  std::vector<VertexId> errors;   // of the product
  std::vector<VertexId> objects;  // beside them: the vertex it objects to; the final one is none
};

/// The number of the monitor's state is in a few globals.
class MonitorProductBuilder {
 public:
  MonitorProductBuilder(const bp::Graph& graph, const Monitor& monitor)
      : graph_(graph), monitor_(monitor), editor_(graph) {}

  MonitorProduct run(const std::vector<bp::ProcedureId>& entries) {
    const auto bits = static_cast<unsigned>(std::bit_width(monitor_.states.size() - 1));
    for (unsigned bit = 0; bit < bits; ++bit)
      state_.push_back(editor_.add_global(fmt::format("(state {})", bit),
                                          ((monitor_.initial >> bit) & 1U) != 0));
    for (VertexId v = 0; v < graph_.vertices().size(); ++v) {
      const bp::Vertex& vertex = graph_.vertex(v);
      if (vertex.kind == VertexKind::Exit) continue;
      if (vertex.kind == VertexKind::Error) editor_.make_loop(v);
      put_step(v, v, position_at(graph_, v), vertex.procedure);
    }
    add_start(editor_, entries, product_);
    put_step(product_.terminated, bp::no_index, {Position::Kind::Terminated, 0, bp::no_index},
             product_.start);
    product_.edited = editor_.finish();
    const std::vector<VertexId>& place = product_.edited->place;
    product_.terminated = place[product_.terminated];
    for (VertexId& error : product_.errors) error = place[error];
    return std::move(product_);
  }

 private:
  const bp::Graph& graph_;
  const Monitor& monitor_;
  bp::GraphEditor editor_;
  MonitorProduct product_;
  std::vector<bp::VariableRef> state_;

  [[nodiscard]] Term is_in(Monitor::State state) const {
    Term out = Term::constant(true);
    for (std::size_t bit = 0; bit < state_.size(); ++bit)
      out = std::move(out) &
            (((state >> bit) & 1U) != 0 ? Term::of(state_[bit]) : !Term::of(state_[bit]));
    return out;
  }

  void put_step(VertexId v, VertexId original, const Position& position, bp::ProcedureId p) {
    std::vector<std::pair<Term, Monitor::State>> ways;  // when, and where to
    bool may_fail = false;
    for (const Monitor::Rule& rule : monitor_.rules) {
      Term guard = term_of(graph_, monitor_.formula, rule.guard, position);
      if (guard.is_constant(false)) continue;
      ways.emplace_back(is_in(rule.from) & guard, rule.to);
      may_fail = may_fail || monitor_.is_error[rule.to];
    }
    if (ways.empty()) return;
    if (may_fail) put_assertion(v, original, p);
    std::vector<bp::GraphEditor::Assignment> assignments;
    for (std::size_t bit = 0; bit < state_.size(); ++bit) {
      Term value = Term::of(state_[bit]);
      for (auto way = ways.rbegin(); way != ways.rend(); ++way)
        value = Term::choose(way->first, Term::constant(((way->second >> bit) & 1U) != 0), value);
      assignments.push_back({state_[bit], std::move(value)});
    }
    editor_.put_before(v, editor_.add_assignment(p, assignments));
  }

  void put_assertion(VertexId v, VertexId original, bp::ProcedureId p) {
    Term fine = Term::constant(true);
    for (Monitor::State state = 0; state < monitor_.states.size(); ++state)
      if (monitor_.is_error[state]) fine = std::move(fine) & !is_in(state);
    VertexId error = bp::no_index;
    editor_.put_before(v, editor_.add_assert(p, fine, error));
    product_.errors.push_back(error);
    product_.objects.push_back(original);
  }
};

}  // namespace

MonitorFinding decide_monitor(const bp::Graph& graph, const Monitor& monitor,
                              engine::Engine& engine, engine::Query query, Budget& budget,
                              Statistics& statistics) {
  const std::vector<bp::ProcedureId> entries = query.entries;
  const MonitorProduct product = MonitorProductBuilder(graph, monitor).run(entries);
  query.entries = {product.start};
  query.targets = {product.errors};
  MonitorFinding out;
  if (product.errors.empty()) {
    out.outcome = engine::Outcome::Unreachable;
    return out;
  }
  engine::Finding finding = engine.run(product.graph(), query, budget, statistics).front();
  out.outcome = finding.outcome;
  out.reason = std::move(finding.reason);
  out.note = std::move(finding.note);
  if (!finding.trace) return out;
  std::size_t i = 0;
  while (product.errors[i] != finding.trace->innermost().end) ++i;
  trace::Lasso& run = out.run.emplace();
  run.trace = original_trace(graph, product, *finding.trace);
  trace::Body& last = run.trace.bodies[run.trace.open.back()];
  if (product.objects[i] != bp::no_index) last.end = product.objects[i];
  if (auto objection = trace::replay(graph, run.trace, entries, {last.end}))
    throw InternalError(fmt::format("a monitor's trace does not replay: {}", *objection));
  const bool ended = product.objects[i] == bp::no_index;
  const bool failed = graph.vertex(last.end).kind == VertexKind::Error;
  out.stands_still = ended || failed;
  run.kind = ended ? trace::Lasso::Kind::Terminated : trace::Lasso::Kind::Failed;
  Position position = position_at(graph, last.end);
  if (ended) position.kind = Position::Kind::Terminated;
  // Where the run stands still its last configuration is read again and again.
  out.state = MonitorRun(graph, monitor, run.trace).after_all();
  for (std::size_t read = 0; read <= monitor.states.size() && !monitor.is_error[out.state]; ++read)
    out.state = monitor.next(out.state, position, last.after);
  HARDBOP_INVARIANT(monitor.is_error[out.state], "a trace should bring the monitor into an error");
  return out;
}

Monitor::State MonitorRun::after_all() {
  Monitor::State state = monitor_.initial;
  for (const trace::BodyId open : trace_.open) state = after(open, state);
  return state;
}

Monitor::State MonitorRun::after(trace::BodyId outer, Monitor::State state) {
  struct Active {
    std::pair<trace::BodyId, Monitor::State> key;
    std::size_t next = 0;
    Monitor::State state = 0;
    bool has_read = false;  // the call at hand
  };
  std::vector<Active> stack{{{outer, state}, 0, state, false}};
  while (true) {
    Active& active = stack.back();
    const trace::Body& body = trace_.bodies[active.key.first];
    if (active.next == body.steps.size()) {
      known_[active.key] = active.state;
      if (stack.size() == 1) return active.state;
      stack.pop_back();
      continue;
    }
    const trace::Step& step = body.steps[active.next];
    if (!active.has_read)
      active.state = monitor_.next(active.state, position_at(graph_, step.vertex), step.before);
    active.has_read = true;
    if (step.callee != trace::no_body) {
      const std::pair key(step.callee, active.state);
      const auto found = known_.find(key);
      if (found == known_.end()) {
        stack.push_back({key, 0, active.state, false});
        continue;
      }
      active.state = found->second;
    }
    active.has_read = false;
    ++active.next;
  }
}

std::vector<Monitor::State> states_along(const bp::Graph& graph, const Monitor& monitor,
                                         const trace::Trace& trace,
                                         const trace::ShownTrace& shown) {
  std::vector<Monitor::State> out;
  MonitorRun run(graph, monitor, trace);
  Monitor::State state = monitor.initial;
  for (const trace::ShownStep& step : shown.steps) {
    if (step.left_out_before != 0) break;
    state = monitor.next(state, position_at(graph, step.vertex), step.before);
    out.push_back(state);
    if (step.inside) state = run.after(step.callee, state);
  }
  return out;
}

}  // namespace hardbop::temporal
