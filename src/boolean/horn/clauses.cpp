// SPDX-License-Identifier: MIT
#include "boolean/horn/clauses.hpp"

#include <algorithm>

namespace hardbop::horn {

using bp::Slot;
using bp::Vertex;
using bp::VertexId;
using bp::VertexKind;

Values Clauses::values(std::uint32_t expression) {
  return expressions_.values(graph_.program().expressions[expression],
                             [&](Slot slot, bool) { return terms_.variable(Copy::Current, slot); });
}

Term Clauses::enforced(bp::ProcedureId p, const std::function<Term(Slot)>& frame) {
  const bp::ExprRange enforce = graph_.procedure(p).enforce;
  if (enforce.empty()) return always;
  return expressions_.values(enforce, [&](Slot slot, bool) { return frame(slot); }).can_be_1;
}

Term Clauses::after(const Clause& clause, Slot slot) {
  const auto found = std::ranges::find_if(clause.changed,
                                          [&](const auto& change) { return change.first == slot; });
  return found == clause.changed.end() ? terms_.variable(Copy::Current, slot) : found->second;
}

void Clauses::initial(const std::vector<bp::ProcedureId>& entries, const Visit& visit) {
  std::vector<Term> globals;
  for (Slot slot = 0; slot < graph_.globals(); ++slot)
    globals.push_back(terms_.variable(Copy::Current, slot));
  for (const Slot slot : graph_.read_before_initialised())
    globals[slot] = terms_.variable(Copy::CalleeEntry, slot);
  Term condition = always;
  for (const bp::Initialiser& initialiser : graph_.initialisers()) {
    const Values values =
        expressions_.values(initialiser.value, [&](Slot slot, bool) { return globals[slot]; });
    globals[initialiser.slot] = terms_.variable(Copy::Current, initialiser.slot);
    condition = terms_.both(condition, expressions_.is_value(globals[initialiser.slot], values));
  }
  for (const bp::ProcedureId p : entries) {
    Clause clause;
    clause.kind = Clause::Kind::Initial;
    clause.to = graph_.procedure(p).entry;
    clause.condition = terms_.both(
        condition, enforced(p, [&](Slot slot) { return terms_.variable(Copy::Current, slot); }));
    if (clause.condition != never) visit(clause);
  }
}

void Clauses::of_vertex(VertexId v, const Visit& visit) {
  const Vertex& vertex = graph_.vertex(v);
  switch (vertex.kind) {
    case VertexKind::Skip: step(v, vertex.next, always, visit); break;
    case VertexKind::Goto:
      for (std::uint32_t i = 0; i < vertex.targets.count; ++i)
        step(v, graph_.targets()[vertex.targets.first + i], always, visit);
      break;
    case VertexKind::Branch:
    case VertexKind::Assert: {
      const Values condition = values(vertex.exprs.first);
      step(v, vertex.next, condition.can_be_1, visit);
      step(v, vertex.otherwise, condition.can_be_0, visit);
      break;
    }
    case VertexKind::Assume:
      step(v, vertex.next, values(vertex.exprs.first).can_be_1, visit);
      break;
    case VertexKind::Assign:
    case VertexKind::Dead: assignment(v, visit); break;
    case VertexKind::Return: give_results(v, visit); break;
    case VertexKind::Call:
      call(v, visit);
      come_back(v, arguments(v, Copy::CalleeEntry), visit);
      break;
    case VertexKind::Exit: {
      Clause clause;
      clause.kind = Clause::Kind::Exit;
      clause.from = v;
      clause.procedure = vertex.procedure;
      visit(clause);
      break;
    }
    case VertexKind::StartThread:
    case VertexKind::EndThread:
    case VertexKind::Error: break;
  }
}

void Clauses::targets(const std::vector<VertexId>& targets, const Visit& visit) {
  for (const VertexId v : targets) {
    Clause clause;
    clause.kind = Clause::Kind::Target;
    clause.from = v;
    visit(clause);
  }
}

/// Adds what holds after every step of a procedure: its enforce. Results get a value on the way
/// to the exit; an arbitrary one if the clause says nothing of them.
void Clauses::finish(Clause& clause, const Visit& visit) {
  const Vertex& to = graph_.vertex(clause.to);
  if (to.kind == VertexKind::Exit) {
    const Slot first = graph_.first_result(to.procedure);
    for (Slot slot = first; slot < graph_.frame_size(to.procedure); ++slot)
      clause.changed.emplace_back(slot, next(slot));
  }
  const Term enforce = enforced(to.procedure, [&](Slot slot) { return after(clause, slot); });
  clause.condition = terms_.both(clause.condition, enforce);
  if (clause.condition != never) visit(clause);
}

void Clauses::step(VertexId v, VertexId w, Term condition, const Visit& visit) {
  Clause clause;
  clause.from = v;
  clause.to = w;
  clause.condition = condition;
  finish(clause, visit);
}

void Clauses::assignment(VertexId v, const Visit& visit) {
  const Vertex& vertex = graph_.vertex(v);
  Clause clause;
  clause.from = v;
  clause.to = vertex.next;
  for (std::uint32_t i = 0; i < vertex.names.count; ++i) {
    const Slot slot = graph_.left_hand_side(vertex.names.first + i);
    if (slot == bp::discard_slot) continue;
    clause.changed.emplace_back(slot, next(slot));
    if (vertex.kind == VertexKind::Assign)
      clause.condition = terms_.both(
          clause.condition, expressions_.is_value(next(slot), values(vertex.exprs.first + i)));
  }
  if (vertex.has_constrain) {
    const bp::ExprRange constrain =
        graph_.program().expressions[vertex.exprs.first + vertex.exprs.count - 1];
    const Values holds = expressions_.values(constrain, [&](Slot slot, bool is_next) {
      return is_next ? after(clause, slot) : terms_.variable(Copy::Current, slot);
    });
    clause.condition = terms_.both(clause.condition, holds.can_be_1);
  }
  finish(clause, visit);
}

void Clauses::give_results(VertexId v, const Visit& visit) {
  const Vertex& vertex = graph_.vertex(v);
  const Slot first = graph_.first_result(vertex.procedure);
  Term condition = always;
  for (std::uint32_t i = 0; i < vertex.exprs.count; ++i)
    condition = terms_.both(condition,
                            expressions_.is_value(next(first + i), values(vertex.exprs.first + i)));
  step(v, vertex.next, condition, visit);
}

/// That the callee's formals, in that copy, are values of the arguments.
Term Clauses::arguments(VertexId v, Copy copy) {
  const Vertex& vertex = graph_.vertex(v);
  Term condition = always;
  for (std::uint32_t i = 0; i < vertex.exprs.count; ++i)
    condition =
        terms_.both(condition, expressions_.is_value(terms_.variable(copy, graph_.globals() + i),
                                                     values(vertex.exprs.first + i)));
  return condition;
}

void Clauses::call(VertexId v, const Visit& visit) {
  Clause clause;
  clause.kind = Clause::Kind::Call;
  clause.from = v;
  clause.procedure = graph_.vertex(v).callee;
  clause.to = graph_.procedure(clause.procedure).entry;
  const Term enforce =
      enforced(clause.procedure, [&](Slot slot) { return head_current(clause, slot); });
  clause.condition = terms_.both(arguments(v, Copy::Next), enforce);
  if (clause.condition != never) visit(clause);
}

/// A result may be assigned to a global that the callee writes as well: results win.
void Clauses::come_back(VertexId v, Term condition, const Visit& visit) {
  const Vertex& vertex = graph_.vertex(v);
  Clause clause;
  clause.kind = Clause::Kind::Return;
  clause.from = v;
  clause.to = vertex.next;
  clause.procedure = vertex.callee;
  clause.condition = condition;
  for (std::uint32_t i = 0; i < vertex.names.count; ++i) {
    const Slot slot = graph_.left_hand_side(vertex.names.first + i);
    if (slot != bp::discard_slot)
      clause.changed.emplace_back(slot, terms_.variable(Copy::CalleeResult, i));
  }
  const std::size_t results = clause.changed.size();
  for (Slot slot = 0; slot < graph_.globals(); ++slot) {
    const bool is_result = std::any_of(
        clause.changed.begin(), clause.changed.begin() + static_cast<std::ptrdiff_t>(results),
        [&](const auto& change) { return change.first == slot; });
    if (!is_result) clause.changed.emplace_back(slot, terms_.variable(Copy::CalleeExit, slot));
  }
  finish(clause, visit);
}

Term Clauses::head_entry(const Clause& clause, Slot slot) {
  const bool enters = clause.kind == Clause::Kind::Initial || clause.kind == Clause::Kind::Call;
  return enters ? head_current(clause, slot) : terms_.variable(Copy::Entry, slot);
}

Term Clauses::head_current(const Clause& clause, Slot slot) {
  if (clause.kind == Clause::Kind::Call && slot >= graph_.globals()) return next(slot);
  return after(clause, slot);
}

}  // namespace hardbop::horn
