// SPDX-License-Identifier: MIT
#include "boolean/language/interpreter.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace hardbop::bp {

namespace {

// Globals read before they are initialised have an unseen first value, and all of them are
// tried; beyond this many of them we decline.
constexpr std::size_t max_unseen = 24;

}  // namespace

Objection Interpreter::enforced(ProcedureId p, const Valuation& frame) {
  const ExprRange enforce = graph_.procedure(p).enforce;
  if (enforce.empty() || evaluator_.evaluate(enforce, frame.words()).has(true)) return {};
  return fmt::format("the 'enforce' of '{}' is false", graph_.procedure_name(p));
}

/// Every variable but the named ones keeps its value.
Objection Interpreter::unchanged(ProcedureId p, const Valuation& before, const Valuation& after,
                                 Range except) {
  Valuation expected = before;
  for (std::uint32_t i = 0; i < except.count; ++i) {
    const Slot slot = graph_.left_hand_side(except.first + i);
    if (slot != discard_slot) expected.set(slot, after.get(slot));
  }
  for (Slot slot = 0; slot < graph_.first_result(p); ++slot)
    if (expected.get(slot) != after.get(slot))
      return fmt::format("'{}' changes without being assigned", graph_.slot_name(p, slot));
  return {};
}

/// Results have a value at the exit only.
Objection Interpreter::no_results(const Vertex& vertex, VertexId w, const Valuation& after) const {
  const ProcedureId p = vertex.procedure;
  if (w == graph_.procedure(p).exit) return {};
  for (Slot slot = graph_.first_result(p); slot < graph_.frame_size(p); ++slot)
    if (after.get(slot)) return "a result has a value before the procedure's exit";
  return {};
}

bool Interpreter::initialised_from(Valuation globals, const Valuation& frame) {
  for (const Initialiser& initialiser : graph_.initialisers()) {
    const bool value = frame.get(initialiser.slot);
    if (!evaluator_.evaluate(initialiser.value, globals.words()).has(value)) return false;
    globals.set(initialiser.slot, value);
  }
  return true;
}

Objection Interpreter::initialised(const Valuation& frame) {
  const std::vector<Slot>& unseen = graph_.read_before_initialised();
  if (unseen.size() > max_unseen) return "too many globals are read before they are initialised";
  for (std::uint32_t values = 0; values < (1U << unseen.size()); ++values) {
    Valuation globals = frame;
    for (std::size_t i = 0; i < unseen.size(); ++i)
      globals.set(unseen[i], ((values >> i) & 1U) != 0);
    if (initialised_from(std::move(globals), frame)) return {};
  }
  return "the globals are not as their initialisers leave them";
}

Objection Interpreter::initial(ProcedureId p, const Valuation& frame) {
  if (Objection objection = initialised(frame)) return objection;
  return enforced(p, frame);
}

/// Whether control may go from the vertex to `w`, given the condition's value.
Objection Interpreter::arrives(const Vertex& vertex, const Valuation& before, VertexId w) {
  const auto refuse = [&](std::string_view why) -> Objection { return std::string(why); };
  switch (vertex.kind) {
    case VertexKind::Branch:
    case VertexKind::Assert: {
      const ValueSet value = evaluator_.evaluate(vertex.exprs.first, before.words());
      if ((w == vertex.next && value.has(true)) || (w == vertex.otherwise && value.has(false)))
        return {};
      return refuse("the condition does not lead there");
    }
    case VertexKind::Assume:
      if (!evaluator_.evaluate(vertex.exprs.first, before.words()).has(true))
        return refuse("the assumption is false");
      break;
    case VertexKind::Goto: {
      const auto first = graph_.targets().begin() + vertex.targets.first;
      if (std::find(first, first + vertex.targets.count, w) != first + vertex.targets.count)
        return {};
      return refuse("the goto does not lead there");
    }
    case VertexKind::EndThread:
    case VertexKind::Exit:
    case VertexKind::Error: return refuse("nothing follows");
    default: break;
  }
  if (w != vertex.next) return refuse("another statement follows");
  return {};
}

Objection Interpreter::assigned(const Vertex& vertex, const Valuation& before,
                                const Valuation& after) {
  const ProcedureId p = vertex.procedure;
  for (std::uint32_t i = 0; i < vertex.names.count; ++i) {
    const Slot slot = graph_.left_hand_side(vertex.names.first + i);
    if (slot == discard_slot) continue;
    if (!evaluator_.evaluate(vertex.exprs.first + i, before.words()).has(after.get(slot)))
      return fmt::format("'{}' cannot get this value", graph_.slot_name(p, slot));
  }
  if (!vertex.has_constrain) return {};
  const ExprRange constrain =
      graph_.program().expressions[vertex.exprs.first + vertex.exprs.count - 1];
  if (evaluator_.evaluate(constrain, before.words(), after.words()).has(true)) return {};
  return "the 'constrain' is false";
}

Objection Interpreter::returned(const Vertex& vertex, const Valuation& before,
                                const Valuation& after) {
  const Slot first = graph_.first_result(vertex.procedure);
  for (std::uint32_t i = 0; i < vertex.exprs.count; ++i)
    if (!evaluator_.evaluate(vertex.exprs.first + i, before.words()).has(after.get(first + i)))
      return fmt::format("result {} cannot get this value", i + 1);
  return {};
}

Objection Interpreter::step(VertexId v, const Valuation& before, VertexId w,
                            const Valuation& after) {
  const Vertex& vertex = graph_.vertex(v);
  if (vertex.kind == VertexKind::Call) return "a call is not a step within its procedure";
  const bool assigns = vertex.kind == VertexKind::Assign || vertex.kind == VertexKind::Dead;
  if (Objection objection = arrives(vertex, before, w)) return objection;
  if (Objection objection =
          unchanged(vertex.procedure, before, after, assigns ? vertex.names : Range{}))
    return objection;
  if (Objection objection = no_results(vertex, w, after)) return objection;
  if (vertex.kind == VertexKind::Assign)
    if (Objection objection = assigned(vertex, before, after)) return objection;
  if (vertex.kind == VertexKind::Return)
    if (Objection objection = returned(vertex, before, after)) return objection;
  return enforced(vertex.procedure, after);
}

Objection Interpreter::call(VertexId v, const Valuation& before, const Valuation& entry) {
  const Vertex& vertex = graph_.vertex(v);
  if (vertex.kind != VertexKind::Call) return "this is not a call";
  for (Slot slot = 0; slot < graph_.globals(); ++slot)
    if (entry.get(slot) != before.get(slot))
      return fmt::format("global '{}' changes at the call", graph_.slot_name(vertex.callee, slot));
  for (std::uint32_t i = 0; i < vertex.exprs.count; ++i) {
    const Slot formal = graph_.globals() + i;
    if (!evaluator_.evaluate(vertex.exprs.first + i, before.words()).has(entry.get(formal)))
      return fmt::format("formal '{}' cannot get this value",
                         graph_.slot_name(vertex.callee, formal));
  }
  return enforced(vertex.callee, entry);
}

Objection Interpreter::give_back(VertexId v, const Valuation& before, const Valuation& exit,
                                 const Valuation& after) {
  const Vertex& vertex = graph_.vertex(v);
  const ProcedureId p = vertex.procedure;
  Valuation expected = before;
  for (Slot slot = 0; slot < graph_.globals(); ++slot) expected.set(slot, exit.get(slot));
  for (std::uint32_t i = 0; i < vertex.names.count; ++i) {
    const Slot slot = graph_.left_hand_side(vertex.names.first + i);
    if (slot != discard_slot) expected.set(slot, exit.get(graph_.first_result(vertex.callee) + i));
  }
  if (Objection objection = unchanged(p, expected, after, {})) return objection;
  if (Objection objection = no_results(vertex, vertex.next, after)) return objection;
  return enforced(p, after);
}

}  // namespace hardbop::bp
