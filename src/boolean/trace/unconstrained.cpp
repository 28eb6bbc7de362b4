// SPDX-License-Identifier: MIT
// Forwards: a value is determined if it is computed from determined ones, or needed later on.
#include <utility>

#include "boolean/language/evaluate.hpp"
#include "boolean/trace/relevance.hpp"

namespace hardbop::trace {

namespace {

using bp::ExprRange;
using bp::Slot;
using bp::Valuation;
using bp::ValueSet;
using bp::Vertex;
using bp::VertexKind;

class UnconstrainedSlots {
 public:
  UnconstrainedSlots(const bp::Graph& graph, const Trace& trace, const std::vector<Event>& events,
                     const std::vector<Valuation>& needed)
      : graph_(graph), trace_(trace), events_(events), needed_(needed), evaluator_(graph) {}

  std::vector<Valuation> run() {
    std::vector<Valuation> open(events_.size());
    stack_.push_back(initially_open());
    for (std::size_t i = 0; i < events_.size(); ++i) {
      open[i] = stack_.back();
      switch (events_[i].kind) {
        case Event::Kind::Step: step(i); break;
        case Event::Kind::Leave: leave(events_[i]); break;
        case Event::Kind::End: break;
      }
    }
    return open;
  }

 private:
  const bp::Graph& graph_;
  const Trace& trace_;
  const std::vector<Event>& events_;
  const std::vector<Valuation>& needed_;
  bp::Evaluator evaluator_;
  std::vector<Valuation> stack_;  // the unconstrained slots, by frame

  [[nodiscard]] const Step& step_of(const Event& event) const {
    return trace_.bodies[event.body].steps[event.index];
  }
  [[nodiscard]] ExprRange expression(std::uint32_t index) const {
    return graph_.program().expressions[index];
  }

  [[nodiscard]] Valuation initially_open() const {
    const bp::ProcedureId p = trace_.bodies[trace_.open.front()].procedure;
    Valuation open(graph_.frame_size(p));
    for (Slot slot = 0; slot < graph_.first_result(p); ++slot)
      open.set(slot, !needed_.front().get(slot));
    for (const bp::Initialiser& initialiser : graph_.initialisers())
      open.set(initialiser.slot, false);
    return open;
  }

  /// Whether an expression that was given this value, which nothing needs, could as well
  /// have had the other.
  [[nodiscard]] bool could_differ(ExprRange range, const Valuation& before, const Valuation& after,
                                  const Valuation& open, bool value) {
    const ValueSet values = evaluator_.evaluate_with(range, [&](Slot slot, bool is_next) {
      if (is_next) return ValueSet::just(after.get(slot));
      return open.get(slot) ? ValueSet() : ValueSet::just(before.get(slot));
    });
    return values != ValueSet::just(value);
  }

  void step(std::size_t i) {
    const Event& event = events_[i];
    const Vertex& vertex = graph_.vertex(step_of(event).vertex);
    switch (vertex.kind) {
      case VertexKind::Call: call(i); break;
      case VertexKind::Assign:
      case VertexKind::Dead: assign(i, vertex); break;
      default: break;
    }
    const Body& body = trace_.bodies[event.body];
    if (vertex.kind != VertexKind::Call &&
        body.vertex(event.index + 1) == graph_.procedure(body.procedure).exit)
      give_results(i, vertex);
  }

  void assign(std::size_t i, const Vertex& vertex) {
    const Body& body = trace_.bodies[events_[i].body];
    const Valuation& before = body.frame(events_[i].index);
    const Valuation& after = body.frame(events_[i].index + 1);
    const Valuation open = stack_.back();
    for (std::uint32_t j = 0; j < vertex.names.count; ++j) {
      const Slot slot = graph_.left_hand_side(vertex.names.first + j);
      if (slot == bp::discard_slot) continue;
      const bool free = !needed_[i + 1].get(slot);
      stack_.back().set(slot, free && (vertex.kind == VertexKind::Dead ||
                                       could_differ(expression(vertex.exprs.first + j), before,
                                                    after, open, after.get(slot))));
    }
  }

  void give_results(std::size_t i, const Vertex& vertex) {
    const Body& body = trace_.bodies[events_[i].body];
    const Slot first = graph_.first_result(body.procedure);
    const bool returns = vertex.kind == VertexKind::Return && !vertex.exprs.empty();
    for (std::uint32_t j = 0; j < graph_.procedure(body.procedure).results; ++j) {
      const bool free = !needed_[i + 1].get(first + j);
      stack_.back().set(
          first + j, free && (!returns || could_differ(expression(vertex.exprs.first + j),
                                                       body.frame(events_[i].index), body.after,
                                                       stack_.back(), body.after.get(first + j))));
    }
  }

  void call(std::size_t i) {
    const Step& step = step_of(events_[i]);
    const Vertex& vertex = graph_.vertex(step.vertex);
    Valuation callee(graph_.frame_size(vertex.callee));
    if (events_[i + 1].depth == events_[i].depth)  // not expanded: call it all determined
      return give_back(vertex, callee, stack_.back());
    const Valuation& entry = trace_.bodies[events_[i + 1].body].frame(0);
    for (Slot slot = 0; slot < graph_.globals(); ++slot) callee.set(slot, stack_.back().get(slot));
    for (Slot slot = graph_.globals(); slot < graph_.first_result(vertex.callee); ++slot) {
      const bool free = !needed_[i + 1].get(slot);
      const std::uint32_t formal = slot - graph_.globals();
      callee.set(slot, free && (formal >= vertex.exprs.count ||
                                could_differ(expression(vertex.exprs.first + formal), step.before,
                                             step.before, stack_.back(), entry.get(slot))));
    }
    stack_.push_back(std::move(callee));
  }

  void leave(const Event& event) {
    const Valuation callee = std::move(stack_.back());
    stack_.pop_back();
    give_back(graph_.vertex(step_of(events_[event.caller]).vertex), callee, stack_.back());
  }

  void give_back(const Vertex& call, const Valuation& callee, Valuation& caller) const {
    for (Slot slot = 0; slot < graph_.globals(); ++slot) caller.set(slot, callee.get(slot));
    for (std::uint32_t i = 0; i < call.names.count; ++i) {
      const Slot slot = graph_.left_hand_side(call.names.first + i);
      if (slot != bp::discard_slot)
        caller.set(slot, callee.get(graph_.first_result(call.callee) + i));
    }
  }
};

}  // namespace

std::vector<Valuation> unconstrained_slots(const bp::Graph& graph, const Trace& trace,
                                           const std::vector<Event>& events,
                                           const std::vector<Valuation>& needed) {
  return UnconstrainedSlots(graph, trace, events, needed).run();
}

}  // namespace hardbop::trace
