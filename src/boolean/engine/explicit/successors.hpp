// SPDX-License-Identifier: MIT
// All the ways a concrete frame can go on. Where a statement leaves several variables
// free, every combination is tried in turn, in a scratch frame: nothing is allocated.
#pragma once

#include <span>
#include <vector>

#include "base/util/budget.hpp"
#include "boolean/language/evaluate.hpp"
#include "boolean/language/graph.hpp"
#include "boolean/language/valuation.hpp"

namespace hardbop::engine {

using Frame = std::span<const bp::Word>;

/// Each enumeration calls `visit` for every frame it finds and stops early where that answers
/// false. The enumerations answer false where they were stopped, by `visit` or the budget.
class Successors {
 public:
  /// Frames have `words` words each.
  Successors(const bp::Graph& graph, std::size_t words, Budget& budget);

  /// The globals and formals with which a run can start in procedure `p`: visit(context).
  template <typename Visit>
  bool initial(bp::ProcedureId p, Visit visit);

  /// The frames with which a procedure starts that is entered with these globals and formals
  /// (the other slots are ignored): visit(frame).
  template <typename Visit>
  bool entry(bp::ProcedureId p, Frame context, Visit visit);

  /// Where a statement other than a call leads within its procedure: visit(vertex, frame).
  template <typename Visit>
  bool step(bp::VertexId v, Frame frame, Visit visit);

  /// The globals and formals that a call gives its callee, locals zero: visit(context).
  template <typename Visit>
  bool call(bp::VertexId v, Frame frame, Visit visit);

  /// Where a call comes back to once its callee is at its exit: visit(vertex, frame).
  template <typename Visit>
  bool give_back(bp::VertexId v, Frame frame, Frame exit, Visit visit);

 private:
  const bp::Graph& graph_;
  Budget& budget_;
  bp::Evaluator evaluator_;
  std::vector<bp::Word> scratch_;
  std::vector<bp::Slot> free_;
  std::uint32_t ticks_ = 0;

  [[nodiscard]] bool out_of_budget() {
    return (++ticks_ & 0xFFFU) == 0 && budget_.poll(budget_.count()) != StopReason::None;
  }
  [[nodiscard]] std::span<bp::Word> start_from(Frame frame, bp::ProcedureId p);
  void assign(std::span<bp::Word> frame, bp::Slot slot, bp::ValueSet value);
  [[nodiscard]] bool enforced(bp::ProcedureId p, Frame frame);
  [[nodiscard]] bool constrained(const bp::Vertex& vertex, Frame before, Frame after);
  void free_results(const bp::Vertex& vertex, bp::VertexId w);

  template <typename Visit>
  bool for_each_choice(std::span<bp::Word> frame, Visit visit);
  template <typename Visit>
  bool arrive(const bp::Vertex& vertex, bp::VertexId w, Frame frame, Visit visit);
  template <typename Visit>
  bool initialise(std::vector<bp::Word>& globals, Visit visit);
};

/// Calls `visit` with `frame` set to every valuation of the free slots.
template <typename Visit>
bool Successors::for_each_choice(std::span<bp::Word> frame, Visit visit) {
  for (const bp::Slot slot : free_) bp::set_bit(frame, slot, false);
  while (true) {
    if (out_of_budget() || !visit()) return false;
    std::size_t i = 0;
    while (i < free_.size() && bp::get_bit(frame, free_[i]))
      bp::set_bit(frame, free_[i++], false);  // carry
    if (i == free_.size()) return true;
    bp::set_bit(frame, free_[i], true);
  }
}

template <typename Visit>
bool Successors::arrive(const bp::Vertex& vertex, bp::VertexId w, Frame frame, Visit visit) {
  const std::span<bp::Word> after = start_from(frame, vertex.procedure);
  if (!enforced(vertex.procedure, after)) return true;
  free_results(vertex, w);
  return for_each_choice(after, [&] { return visit(w, Frame(after)); });
}

/// Runs the initialisers of globals in every way, by backtracking over those that choose.
template <typename Visit>
bool Successors::initialise(std::vector<bp::Word>& globals, Visit visit) {
  const std::vector<bp::Initialiser>& all = graph_.initialisers();
  const std::vector<bp::Word> start = globals;
  std::vector<std::size_t> choices;  // initialisers that took 0 and may still take 1
  std::size_t next = 0;
  while (true) {
    for (; next < all.size(); ++next) {
      const bp::ValueSet values = evaluator_.evaluate(all[next].value, globals);
      bp::set_bit(globals, all[next].slot, !values.has(false));
      if (values.is_any()) choices.push_back(next);
    }
    if (out_of_budget() || !visit()) return false;
    if (choices.empty()) break;
    for (next = all.size(); next-- > choices.back();)
      bp::set_bit(globals, all[next].slot, bp::get_bit(start, all[next].slot));
    next = choices.back();
    choices.pop_back();
    bp::set_bit(globals, all[next++].slot, true);
  }
  globals = start;
  return true;
}

template <typename Visit>
bool Successors::initial(bp::ProcedureId p, Visit visit) {
  // First the arbitrary values of globals that are not initialised or read before they are,
  // then what the initialisers make of them; formals are arbitrary too.
  std::vector<bool> fixed(graph_.globals());
  for (const bp::Initialiser& initialiser : graph_.initialisers()) fixed[initialiser.slot] = true;
  for (const bp::Slot slot : graph_.read_before_initialised()) fixed[slot] = false;
  std::vector<bp::Slot> open;
  for (bp::Slot slot = 0; slot < graph_.globals(); ++slot)
    if (!fixed[slot]) open.push_back(slot);
  const bp::Slot formals_end = graph_.globals() + graph_.procedure(p).formals;
  for (bp::Slot slot = graph_.globals(); slot < formals_end; ++slot) open.push_back(slot);

  std::vector<bp::Word> context(scratch_.size());
  Successors inner(graph_, scratch_.size(), budget_);
  free_ = open;
  return for_each_choice(
      context, [&] { return inner.initialise(context, [&] { return visit(Frame(context)); }); });
}

template <typename Visit>
bool Successors::entry(bp::ProcedureId p, Frame context, Visit visit) {
  const std::span<bp::Word> frame = start_from(context, p);
  for (bp::Slot slot = graph_.globals() + graph_.procedure(p).formals;
       slot < graph_.first_result(p); ++slot)
    free_.push_back(slot);
  if (graph_.procedure(p).entry == graph_.procedure(p).exit)
    for (bp::Slot slot = graph_.first_result(p); slot < graph_.frame_size(p); ++slot)
      free_.push_back(slot);
  return for_each_choice(frame, [&] { return !enforced(p, frame) || visit(Frame(frame)); });
}

template <typename Visit>
bool Successors::step(bp::VertexId v, Frame frame, Visit visit) {
  const bp::Vertex& vertex = graph_.vertex(v);
  switch (vertex.kind) {
    case bp::VertexKind::Skip:
    case bp::VertexKind::StartThread: return arrive(vertex, vertex.next, frame, visit);
    case bp::VertexKind::Goto: {
      for (std::uint32_t i = 0; i < vertex.targets.count; ++i)
        if (!arrive(vertex, graph_.targets()[vertex.targets.first + i], frame, visit)) return false;
      return true;
    }
    case bp::VertexKind::Branch:
    case bp::VertexKind::Assert: {
      const bp::ValueSet value = evaluator_.evaluate(vertex.exprs.first, frame);
      if (value.has(true) && !arrive(vertex, vertex.next, frame, visit)) return false;
      return !value.has(false) || arrive(vertex, vertex.otherwise, frame, visit);
    }
    case bp::VertexKind::Assume:
      return !evaluator_.evaluate(vertex.exprs.first, frame).has(true) ||
             arrive(vertex, vertex.next, frame, visit);
    case bp::VertexKind::Assign:
    case bp::VertexKind::Dead: {
      const std::span<bp::Word> after = start_from(frame, vertex.procedure);
      for (std::uint32_t i = 0; i < vertex.names.count; ++i) {
        const bp::Slot slot = graph_.left_hand_side(vertex.names.first + i);
        const bool dead = vertex.kind == bp::VertexKind::Dead;
        assign(after, slot,
               dead ? bp::ValueSet::any() : evaluator_.evaluate(vertex.exprs.first + i, frame));
      }
      free_results(vertex, vertex.next);
      return for_each_choice(after, [&] {
        return !constrained(vertex, frame, after) || !enforced(vertex.procedure, after) ||
               visit(vertex.next, Frame(after));
      });
    }
    case bp::VertexKind::Return: {
      const std::span<bp::Word> after = start_from(frame, vertex.procedure);
      const bp::Slot first = graph_.first_result(vertex.procedure);
      for (std::uint32_t i = 0; i < vertex.exprs.count; ++i)
        assign(after, first + i, evaluator_.evaluate(vertex.exprs.first + i, frame));
      if (vertex.exprs.empty()) free_results(vertex, vertex.next);
      if (!enforced(vertex.procedure, after)) return true;
      return for_each_choice(after, [&] { return visit(vertex.next, Frame(after)); });
    }
    default: return true;  // nothing follows an exit, an error or the end of a thread
  }
}

template <typename Visit>
bool Successors::call(bp::VertexId v, Frame frame, Visit visit) {
  const bp::Vertex& vertex = graph_.vertex(v);
  const std::span<bp::Word> context = start_from({}, vertex.callee);
  for (bp::Slot slot = 0; slot < graph_.globals(); ++slot)
    bp::set_bit(context, slot, bp::get_bit(frame, slot));
  for (std::uint32_t i = 0; i < vertex.exprs.count; ++i)
    assign(context, graph_.globals() + i, evaluator_.evaluate(vertex.exprs.first + i, frame));
  return for_each_choice(context, [&] { return visit(Frame(context)); });
}

template <typename Visit>
bool Successors::give_back(bp::VertexId v, Frame frame, Frame exit, Visit visit) {
  const bp::Vertex& vertex = graph_.vertex(v);
  const std::span<bp::Word> after = start_from(frame, vertex.procedure);
  for (bp::Slot slot = 0; slot < graph_.globals(); ++slot)
    bp::set_bit(after, slot, bp::get_bit(exit, slot));
  for (std::uint32_t i = 0; i < vertex.names.count; ++i) {
    const bp::Slot slot = graph_.left_hand_side(vertex.names.first + i);
    if (slot != bp::discard_slot)
      bp::set_bit(after, slot, bp::get_bit(exit, graph_.first_result(vertex.callee) + i));
  }
  if (!enforced(vertex.procedure, after)) return true;
  free_results(vertex, vertex.next);
  return for_each_choice(after, [&] { return visit(vertex.next, Frame(after)); });
}

}  // namespace hardbop::engine
