// SPDX-License-Identifier: MIT
#include "boolean/engine/fixpoint/relation_builder.hpp"

#include <algorithm>
#include <set>

namespace hardbop::engine {

using bdd::Bdd;
using bdd::Var;
using bp::Slot;
using bp::Vertex;
using bp::VertexId;
using bp::VertexKind;

Bdd RelationBuilder::number(const std::vector<Var>& bits, std::uint32_t value) const {
  std::vector<bdd::Literal> literals;
  for (std::size_t i = 0; i < bits.size(); ++i)
    literals.push_back({bits[i], ((value >> (bits.size() - 1 - i)) & 1U) != 0});
  return manager_.cube(literals);
}

Bdd RelationBuilder::same(Var a, Var b) const {
  return bdd::iff(manager_.var(a), manager_.var(b));
}

encode::Values RelationBuilder::values(std::uint32_t expression, const View& view) {
  return expressions_.encode_with(graph_.program().expressions[expression], [&](Slot slot, bool) {
    return manager_.var(variable(view, slot));
  });
}

Bdd RelationBuilder::enforce(bp::ProcedureId p, const View& view) {
  const bp::ExprRange range = graph_.procedure(p).enforce;
  if (range.empty()) return manager_.one();
  return expressions_
      .encode_with(range, [&](Slot slot, bool) { return manager_.var(variable(view, slot)); })
      .can_be_1;
}

// Places.

Bdd RelationBuilder::exit(const Parameters& of) {
  Bdd out = manager_.zero();
  for (bp::ProcedureId p = 0; p < graph_.procedures().size(); ++p)
    out |= number(of[0], p) & number(of[1], counters_.of(graph_.procedure(p).exit));
  return out;
}

Bdd RelationBuilder::target(const Parameters& of) {
  Bdd out = manager_.zero();
  for (const auto& target : query_.targets)
    for (const VertexId v : target)
      out |= number(of[0], graph_.vertex(v).procedure) & number(of[1], counters_.of(v));
  return out;
}

/// Where several places are asked for each needs an answer of its own.
Bdd RelationBuilder::stop(const Parameters& of) {
  std::set<VertexId> places;
  for (const auto& target : query_.targets) places.insert(target.begin(), target.end());
  return places.size() == 1 ? target(of) : manager_.zero();
}

// Entries.

/// The module's entry, with arbitrary locals that satisfy its enforce.
Bdd RelationBuilder::entered(bp::ProcedureId p, const Parameters& of) {
  return number(of[0], p) & number(of[1], counters_.arrival(graph_.procedure(p).entry)) &
         enforce(p, {of[2], of[3]});
}

Bdd RelationBuilder::entry(const Parameters& of) {
  Bdd out = manager_.zero();
  for (bp::ProcedureId p = 0; p < graph_.procedures().size(); ++p) out |= entered(p, of);
  return out;
}

/// Initialisers run one after another; each is a function of the values before it.
Bdd RelationBuilder::initialise(const View& view, const bp::Initialiser& initialiser,
                                const Bdd& before) {
  const encode::Values values = expressions_.encode_with(
      initialiser.value, [&](Slot slot, bool) { return manager_.var(variable(view, slot)); });
  const Var var = variable(view, initialiser.slot);
  const Bdd old = manager_.cube({var});
  return bdd::ite(manager_.var(var), bdd::and_exists(before, values.can_be_1, old),
                  bdd::and_exists(before, values.can_be_0, old));
}

Bdd RelationBuilder::init(const Parameters& of) {
  Bdd globals = manager_.one();
  for (const bp::Initialiser& initialiser : graph_.initialisers())
    globals = initialise({of[2], of[3]}, initialiser, globals);
  Bdd out = manager_.zero();
  for (const bp::ProcedureId p : query_.entries) out |= entered(p, of);
  return out & globals;
}

Bdd RelationBuilder::formals(const Parameters& of) {
  Bdd out = manager_.zero();
  for (bp::ProcedureId p = 0; p < graph_.procedures().size(); ++p) {
    Bdd equal = number(of[0], p);
    for (std::uint32_t i = 0; i < graph_.procedure(p).formals; ++i)
      equal &= same(of[1][i], of[2][i]);
    out |= equal;
  }
  for (std::size_t i = 0; i < shape_.started.size(); ++i) out |= starter(i, of);
  return out;
}

// Steps.

/// A conjunction made from the lowest level upwards takes one node at a time.
void RelationBuilder::sort_slots(const View& view) {
  from_below_.clear();
  for (Slot slot = 0; slot < graph_.globals() + view.locals.size(); ++slot)
    from_below_.push_back(slot);
  std::ranges::sort(from_below_, [&](Slot a, Slot b) {
    return manager_.level_of(variable(view, a)) > manager_.level_of(variable(view, b));
  });
}

Bdd RelationBuilder::internal(const Parameters& of) {
  sort_slots({of[3], of[5]});
  Bdd out = manager_.zero();
  for (bp::ProcedureId p = 0; p < graph_.procedures().size(); ++p) {
    const bp::GraphProcedure& procedure = graph_.procedure(p);
    Bdd inside = manager_.zero();
    for (std::uint32_t i = 0; i < procedure.vertices.count; ++i)
      inside |= steps(procedure.vertices.first + i, of);
    if (counters_.tail(p) != bp::no_index)
      inside |= number(of[1], counters_.tail(p)) & number(of[2], counters_.of(procedure.exit)) &
                hidden_step({of[3], of[5]}, {of[4], of[6]}, bp::Atomicity::Kept) &
                bdd::exists(unchanged(p, {}, {of[3], of[5]}, {of[4], of[6]}), manager_.cube(of[4]));
    out |= number(of[0], p) & inside;
  }
  return shape_.interleaving ? out | starter_steps(of) : out;
}

Bdd RelationBuilder::steps(VertexId v, const Parameters& of) {
  const Vertex& vertex = graph_.vertex(v);
  const View before{of[3], of[5]};
  const Bdd always = manager_.one();
  switch (vertex.kind) {
    case VertexKind::Skip:
    case VertexKind::Assign:
    case VertexKind::Dead:
    case VertexKind::Return: return step(v, vertex.next, always, of);
    case VertexKind::EndThread: return step(v, v, always, of);
    case VertexKind::Goto: {
      Bdd out = manager_.zero();
      for (std::uint32_t i = 0; i < vertex.targets.count; ++i)
        out |= step(v, graph_.targets()[vertex.targets.first + i], always, of);
      return out;
    }
    case VertexKind::Branch:
    case VertexKind::Assert: {
      const encode::Values condition = values(vertex.exprs.first, before);
      return step(v, vertex.next, condition.can_be_1, of) |
             step(v, vertex.otherwise, condition.can_be_0, of);
    }
    case VertexKind::Assume:
      return step(v, vertex.next, values(vertex.exprs.first, before).can_be_1, of);
    default: return manager_.zero();
  }
}

/// At the exit only globals and results have values; what an enforce says of the locals must hold
/// before they go.
Bdd RelationBuilder::step(VertexId v, VertexId w, const Bdd& guard, const Parameters& of) {
  const Vertex& vertex = graph_.vertex(v);
  const View before{of[3], of[5]};
  const View after{of[4], of[6]};
  const bool assigns = vertex.kind == VertexKind::Assign || vertex.kind == VertexKind::Dead;
  Bdd relation =
      unchanged(vertex.procedure, assigns ? assigned(vertex) : std::vector<Slot>(), before, after) &
      guard & hidden_step(before, after, atomicity_of(v));
  if (assigns) relation &= assignment(v, before, after);
  // Other threads may have changed what held after the statement before.
  const bool asks_again = shape_.interleaving && vertex.kind != VertexKind::EndThread;
  if (!assigns && asks_again) relation &= enforce(vertex.procedure, after);
  if (graph_.vertex(w).kind == VertexKind::Exit) {
    relation = bdd::exists(relation, manager_.cube(of[4]));
    if (vertex.kind == VertexKind::Return)
      for (std::uint32_t i = 0; i < vertex.exprs.count; ++i)
        relation &= expressions_.is_value(of[4][i], values(vertex.exprs.first + i, before));
  }
  return number(of[1], counters_.of(v)) & number(of[2], counters_.of(w)) & relation;
}

std::vector<Slot> RelationBuilder::assigned(const Vertex& vertex) const {
  std::vector<Slot> out;
  for (std::uint32_t i = 0; i < vertex.names.count; ++i)
    out.push_back(graph_.left_hand_side(vertex.names.first + i));
  return out;
}

/// New values, constrain and enforce.
Bdd RelationBuilder::assignment(VertexId v, const View& before, const View& after) {
  const Vertex& vertex = graph_.vertex(v);
  const std::vector<Slot> targets = assigned(vertex);
  Bdd out = enforce(vertex.procedure, after);
  if (vertex.kind == VertexKind::Dead) return out;
  for (std::uint32_t i = 0; i < targets.size(); ++i)
    if (targets[i] != bp::discard_slot)
      out &= expressions_.is_value(variable(after, targets[i]),
                                   values(vertex.exprs.first + i, before));
  if (vertex.has_constrain) {
    const bp::ExprRange constrain =
        graph_.program().expressions[vertex.exprs.first + vertex.names.count];
    out &= expressions_
               .encode_with(constrain,
                            [&](Slot slot, bool is_next) {
                              return manager_.var(variable(is_next ? after : before, slot));
                            })
               .can_be_1;
  }
  return out;
}

Bdd RelationBuilder::unchanged(bp::ProcedureId p, const std::vector<Slot>& but, const View& before,
                               const View& after) const {
  Bdd out = manager_.one();
  const Slot end = graph_.first_result(p);
  for (const Slot slot : from_below_)
    if (slot < end && std::ranges::find(but, slot) == but.end())
      out &= same(variable(before, slot), variable(after, slot));
  return out;
}

// Calls.

/// A thread that has ended is in no atomic section.
bp::Atomicity RelationBuilder::atomicity_of(VertexId v) const {
  return graph_.vertex(v).kind == VertexKind::EndThread ? bp::Atomicity::Ends : graph_.atomicity(v);
}

template <typename Make>
Bdd RelationBuilder::calls(const Parameters& of, const Make& make) {
  Bdd out = manager_.zero();
  for (VertexId v = 0; v < graph_.vertices().size(); ++v) {
    const Vertex& vertex = graph_.vertex(v);
    if (vertex.kind != VertexKind::Call) continue;
    out |= number(of[0], vertex.procedure) & number(of[1], counters_.of(v)) & make(vertex);
  }
  return out;
}

Bdd RelationBuilder::into_call(const Parameters& of) {
  const Bdd written = calls(of, [&](const Vertex& vertex) {
    Bdd out = enforce(vertex.callee, {of[4], of[5]});
    for (std::uint32_t i = 0; i < vertex.exprs.count; ++i)
      out &= expressions_.is_value(of[4][i], values(vertex.exprs.first + i, {of[3], of[5]}));
    return number(of[2], vertex.callee) & out;
  });
  return written | starter_calls(of, [&](bp::ProcedureId callee, std::uint32_t) {
           return number(of[2], callee) & enforce(callee, {of[4], of[5]});
         });
}

Bdd RelationBuilder::across(const Parameters& of) {
  const Bdd written = calls(
      of, [&](const Vertex& vertex) { return number(of[2], counters_.arrival(vertex.next)); });
  return written | starter_calls(of, [&](bp::ProcedureId, std::uint32_t after) {
           return number(of[2], after);
         });
}

Bdd RelationBuilder::return_a(const Parameters& of) {
  const Bdd written = calls(of, [&](const Vertex& vertex) {
    const std::vector<Slot> targets = assigned(vertex);
    Bdd out = number(of[2], counters_.arrival(vertex.next));
    for (std::uint32_t i = 0; i < graph_.procedure(vertex.procedure).locals; ++i)
      if (std::ranges::find(targets, graph_.globals() + i) == targets.end())
        out &= same(of[3][i], of[4][i]);
    return out;
  });
  return written | starter_calls(of, [&](bp::ProcedureId, std::uint32_t after) {
           return number(of[2], after);
         });
}

/// A result may be assigned to a global that the callee writes as well: results win.
Bdd RelationBuilder::return_b(const Parameters& of) {
  const View exit{of[3], of[5]};
  const View after{of[4], of[6]};
  const Bdd written = calls(of, [&](const Vertex& vertex) {
    const std::vector<Slot> targets = assigned(vertex);
    Bdd out = number(of[2], vertex.callee) & enforce(vertex.procedure, after);
    for (std::uint32_t i = 0; i < targets.size(); ++i)
      if (targets[i] != bp::discard_slot) out &= same(exit.locals[i], variable(after, targets[i]));
    for (Slot slot = 0; slot < graph_.globals(); ++slot)
      if (std::ranges::find(targets, slot) == targets.end())
        out &= same(exit.globals[slot], after.globals[slot]);
    return out & hidden_step(exit, after, bp::Atomicity::Kept);
  });
  return written | starter_calls(of, [&](bp::ProcedureId callee, std::uint32_t) {
           Bdd out = number(of[2], callee) & hidden_step(exit, after, bp::Atomicity::Kept);
           for (Slot slot = 0; slot < graph_.globals(); ++slot)
             out &= same(exit.globals[slot], after.globals[slot]);
           return out;
         });
}

}  // namespace hardbop::engine
