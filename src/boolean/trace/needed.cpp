// SPDX-License-Identifier: MIT
// Backwards, statement by statement. A statement depends on its condition and on the values that it
// gives to needed variables. These are evaluated with one variable after another made unknown; a
// variable that can stay unknown is free.
#include <algorithm>
#include <utility>

#include "boolean/language/evaluate.hpp"
#include "boolean/language/variables.hpp"
#include "boolean/trace/relevance.hpp"

namespace hardbop::trace {

namespace {

using bp::ExprRange;
using bp::Slot;
using bp::Valuation;
using bp::ValueSet;
using bp::Vertex;
using bp::VertexKind;

// Trying variables one by one costs their number times the size of the expressions; where
// there are more than this, all of them count as needed.
constexpr std::size_t max_tried = 200;

/// That the expression can have the value.
struct Requirement {
  ExprRange expression;
  bool value = false;
};

class NeededSlots {
 public:
  NeededSlots(const bp::Graph& graph, const Trace& trace, const std::vector<Event>& events,
              const Observers& observers)
      : graph_(graph), trace_(trace), events_(events), observers_(observers), evaluator_(graph) {}

  std::vector<Valuation> run() {
    std::vector<Valuation> needed(events_.size());
    for (const BodyId open : trace_.open) stack_.push_back(nothing(body(open).procedure));
    if (!observers_.end.words().empty()) stack_.back() = observers_.end;
    for (std::size_t i = events_.size(); i-- > 0;) {
      const Event& event = events_[i];
      if (event.kind == Event::Kind::Leave) {
        stack_.push_back(enter_callee(calling_vertex(event), stack_.back()));
      } else if (event.kind == Event::Kind::Step) {
        step(i);
      }
      if (event.kind != Event::Kind::End) need_enforce(body(event.body).procedure, stack_.back());
      if (event.kind != Event::Kind::Leave && observers_.at)
        for (const Slot slot : observers_.at(body(event.body).vertex(event.index)))
          stack_.back().set(slot, true);
      needed[i] = stack_.back();
    }
    return needed;
  }

 private:
  const bp::Graph& graph_;
  const Trace& trace_;
  const std::vector<Event>& events_;
  const Observers& observers_;
  bp::Evaluator evaluator_;
  std::vector<Valuation> stack_;  // what is needed, by frame
  std::vector<Requirement> requirements_;

  [[nodiscard]] const Body& body(BodyId id) const { return trace_.bodies[id]; }
  [[nodiscard]] Valuation nothing(bp::ProcedureId p) const {
    return Valuation(graph_.frame_size(p));
  }
  [[nodiscard]] ExprRange expression(std::uint32_t index) const {
    return graph_.program().expressions[index];
  }
  [[nodiscard]] const Vertex& calling_vertex(const Event& leave) const {
    const Event& call = events_[leave.caller];
    return graph_.vertex(body(call.body).steps[call.index].vertex);
  }

  void need_enforce(bp::ProcedureId p, Valuation& needed) const {
    const ExprRange enforce = graph_.procedure(p).enforce;
    bp::for_each_variable(graph_, enforce, [&](Slot slot, bool) { needed.set(slot, true); });
  }

  void step(std::size_t i) {
    const Event& event = events_[i];
    const Body& current = body(event.body);
    if (graph_.vertex(current.steps[event.index].vertex).kind == VertexKind::Call) {
      call(i);
    } else {
      step_back(current, event.index, stack_.back());
    }
  }

  /// Adds to `needed` enough variables to be sure of all requirements. Next-state names are
  /// known: whoever asks requires the values of those that are assigned.
  void satisfy(const Valuation& before, const Valuation& after, Valuation& needed) {
    std::vector<Slot> tried;
    Valuation known = before;
    std::ranges::fill(known.words(), ~bp::Word{0});
    for (const Requirement& requirement : requirements_)
      bp::for_each_variable(graph_, requirement.expression, [&](Slot slot, bool is_next) {
        if (!is_next && !needed.get(slot)) tried.push_back(slot);
      });
    std::ranges::sort(tried);
    tried.erase(std::unique(tried.begin(), tried.end()), tried.end());
    for (const Slot slot : tried) {
      if (tried.size() <= max_tried) known.set(slot, false);
      if (!known.get(slot) && sure(before, after, known)) continue;
      known.set(slot, true);
      needed.set(slot, true);
    }
  }

  [[nodiscard]] bool sure(const Valuation& before, const Valuation& after, const Valuation& known) {
    return std::ranges::all_of(requirements_, [&](const Requirement& r) {
      return evaluator_
          .evaluate_with(r.expression,
                         [&](Slot slot, bool is_next) {
                           if (is_next) return ValueSet::just(after.get(slot));
                           return known.get(slot) ? ValueSet::just(before.get(slot)) : ValueSet();
                         })
          .has(r.value);
    });
  }

  /// Turns what is needed after a statement into what is needed before it.
  void step_back(const Body& body, std::size_t index, Valuation& needed) {
    const Vertex& vertex = graph_.vertex(body.steps[index].vertex);
    const Valuation& before = body.frame(index);
    const Valuation& after = body.frame(index + 1);
    requirements_.clear();
    switch (vertex.kind) {
      case VertexKind::Branch:
      case VertexKind::Assert:
        if (vertex.next != vertex.otherwise)
          requirements_.push_back(
              {expression(vertex.exprs.first), body.vertex(index + 1) == vertex.next});
        break;
      case VertexKind::Assume:
        requirements_.push_back({expression(vertex.exprs.first), true});
        break;
      case VertexKind::Assign: require_assignment(vertex, after, needed); break;
      case VertexKind::Dead:
        need_enforce(vertex.procedure, needed);
        for (std::uint32_t i = 0; i < vertex.names.count; ++i)
          needed.set(graph_.left_hand_side(vertex.names.first + i), false);
        break;
      case VertexKind::Return:
        for (std::uint32_t i = 0; i < vertex.exprs.count; ++i) {
          const Slot slot = graph_.first_result(vertex.procedure) + i;
          if (needed.get(slot))
            requirements_.push_back({expression(vertex.exprs.first + i), after.get(slot)});
        }
        break;
      default: break;
    }
    for (Slot slot = graph_.first_result(body.procedure); slot < graph_.frame_size(body.procedure);
         ++slot)
      needed.set(slot, false);
    satisfy(before, after, needed);
  }

  void require_assignment(const Vertex& vertex, const Valuation& after, Valuation& needed) {
    need_enforce(vertex.procedure, needed);
    if (vertex.has_constrain) {
      const ExprRange constrain = expression(vertex.exprs.first + vertex.exprs.count - 1);
      requirements_.push_back({constrain, true});
      bp::for_each_variable(graph_, constrain, [&](Slot slot, bool is_next) {
        if (is_next) needed.set(slot, true);
      });
    }
    for (std::uint32_t i = 0; i < vertex.names.count; ++i) {
      const Slot slot = graph_.left_hand_side(vertex.names.first + i);
      if (slot == bp::discard_slot || !needed.get(slot)) continue;
      requirements_.push_back({expression(vertex.exprs.first + i), after.get(slot)});
    }
    for (std::uint32_t i = 0; i < vertex.names.count; ++i) {
      const Slot slot = graph_.left_hand_side(vertex.names.first + i);
      if (slot != bp::discard_slot) needed.set(slot, false);
    }
  }

  /// From what the caller needs after a call to what is needed at the callee's exit; the
  /// caller keeps only what the call does not touch.
  [[nodiscard]] Valuation enter_callee(const Vertex& call, Valuation& caller) const {
    need_enforce(call.procedure, caller);
    Valuation callee = nothing(call.callee);
    for (std::uint32_t i = 0; i < call.names.count; ++i) {
      const Slot slot = graph_.left_hand_side(call.names.first + i);
      if (slot == bp::discard_slot) continue;
      callee.set(graph_.first_result(call.callee) + i, caller.get(slot));
      caller.set(slot, false);
    }
    for (Slot slot = 0; slot < graph_.globals(); ++slot) {
      callee.set(slot, caller.get(slot));
      caller.set(slot, false);
    }
    return callee;
  }

  /// From what the callee needs at its entry to what the caller needs at the call.
  void leave_callee(const Step& step, const Valuation& entry, const Valuation& callee,
                    Valuation& caller) {
    const Vertex& call = graph_.vertex(step.vertex);
    for (Slot slot = 0; slot < graph_.globals(); ++slot)
      if (callee.get(slot)) caller.set(slot, true);
    requirements_.clear();
    for (std::uint32_t i = 0; i < call.exprs.count; ++i) {
      const Slot formal = graph_.globals() + i;
      if (callee.get(formal))
        requirements_.push_back({expression(call.exprs.first + i), entry.get(formal)});
    }
    satisfy(step.before, step.before, caller);
  }

  void call(std::size_t i) {
    const Event& event = events_[i];
    const Step& step = body(event.body).steps[event.index];
    const Vertex& vertex = graph_.vertex(step.vertex);
    if (events_[i + 1].depth > event.depth) {
      const Valuation callee = std::move(stack_.back());
      stack_.pop_back();
      leave_callee(step, body(events_[i + 1].body).frame(0), callee, stack_.back());
      return;
    }
    // Not expanded: whatever the callee may have read counts.
    static_cast<void>(enter_callee(vertex, stack_.back()));
    Valuation callee = nothing(vertex.callee);
    for (Slot slot = 0; slot < graph_.globals() + vertex.exprs.count; ++slot)
      callee.set(slot, true);
    leave_callee(step, body(step.callee).frame(0), callee, stack_.back());
  }
};

}  // namespace

std::vector<Valuation> needed_slots(const bp::Graph& graph, const Trace& trace,
                                    const std::vector<Event>& events, const Observers& observers) {
  return NeededSlots(graph, trace, events, observers).run();
}

}  // namespace hardbop::trace
