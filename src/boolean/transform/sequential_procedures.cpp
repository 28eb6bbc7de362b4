// SPDX-License-Identifier: MIT
// A procedure of a simulation: its graph, vertex by vertex, with switches between statements.
#include <algorithm>

#include "boolean/transform/renamed_terms.hpp"
#include "boolean/transform/sequential_builder.hpp"

namespace hardbop::transform {

using bp::NamedTerm;
using bp::Slot;
using bp::StatementKind;
using bp::VertexId;
using bp::VertexKind;

bp::Name SequentialBuilder::variable(Slot slot) {
  if (slot == bp::discard_slot) return name("_");
  if (slot < graph_.shared()) return name("s{}", slot);
  if (slot < graph_.globals()) return name("{}{}", own_prefix_, slot);
  return name("l{}", slot - graph_.globals());
}

NamedTerm SequentialBuilder::expression(std::uint32_t index) {
  return expression(graph_.program().expressions[index]);
}

NamedTerm SequentialBuilder::expression(bp::ExprRange range) {
  return renamed(graph_, range, [this](Slot slot) { return variable(slot); });
}

SequentialBuilder::Terms SequentialBuilder::expressions(bp::Range range) {
  Terms out;
  for (std::uint32_t i = 0; i < range.count; ++i) out.push_back(expression(range.first + i));
  return out;
}

SequentialBuilder::Names SequentialBuilder::left_hand_sides(const bp::Vertex& vertex) {
  Names out;
  for (std::uint32_t i = 0; i < vertex.names.count; ++i)
    out.push_back(variable(graph_.left_hand_side(vertex.names.first + i)));
  return out;
}

/// `all_given`: starts in the middle, and all of its locals are formals.
void SequentialBuilder::procedure(const std::string& title, bp::ProcedureId p, VertexId entry,
                                  bool all_given) {
  const bp::GraphProcedure& procedure = graph_.procedure(p);
  const VertexId end = procedure.vertices.first + procedure.vertices.count;
  const std::uint32_t given = all_given ? procedure.locals : procedure.formals;
  Names formals;
  Names locals;
  for (std::uint32_t i = 0; i < procedure.locals; ++i)
    (i < given ? formals : locals).push_back(name("l{}", i));
  builder_.begin_procedure(title, procedure.results, formals);
  out_.begins.push_back(entry);
  std::uint32_t results = 0;
  for (VertexId v = procedure.vertices.first; v < end; ++v)
    if (graph_.vertex(v).kind == VertexKind::Call)
      results = std::max(results, graph_.vertex(v).names.count);
  for (std::uint32_t i = 0; keeps_results_ && i < results; ++i) locals.push_back(name("z{}", i));
  declare_locals(locals);
  if (!all_given) enforce(p);
  go_to({}, {name("V{}", entry)});
  for (VertexId v = procedure.vertices.first; v < end; ++v) vertex(v);
  builder_.end_procedure();
}

void SequentialBuilder::enforce(bp::ProcedureId p) {
  const bp::ExprRange condition = graph_.procedure(p).enforce;
  if (!condition.empty()) assume(expression(condition));
}

void SequentialBuilder::vertex(VertexId v) {
  label_ = fmt::format("V{}", v);
  arrive(v);
  const VertexKind kind = graph_.vertex(v).kind;
  if (kind == VertexKind::Error) return assume(NamedTerm::constant(false));
  if (kind == VertexKind::Exit) return give_back();
  if (simulation_.switches > 0 && use_.is_switch_point(v)) switch_point();
  statement(v);
}

/// Where somebody asks for the vertex: here a run that is one of the concurrent program.
void SequentialBuilder::arrive(VertexId v, std::uint32_t number) {
  if (!is_target_[v]) return;
  begin_if(arrival_condition());
  skip({Role::Kind::Target, v, number});
  builder_.end_if();
}

/// The end of a statement, after which control is at `to`.
void SequentialBuilder::go(VertexId from, VertexId to) {
  enforce(graph_.vertex(from).procedure);
  go_to({Role::Kind::Arrives, to, 0}, {name("V{}", to)});
}

void SequentialBuilder::statement(VertexId v) {
  const bp::Vertex& vertex = graph_.vertex(v);
  const Role role{Role::Kind::Statement, v, 0};
  switch (vertex.kind) {
    case VertexKind::Goto: return goto_statement(v);
    case VertexKind::Branch:
    case VertexKind::Assert: return branch(v);
    case VertexKind::Return: return return_statement(v);
    case VertexKind::EndThread: skip(role); return end_thread();
    case VertexKind::Assign: assignment(v); break;
    case VertexKind::Dead:
      add(role, {.kind = StatementKind::Dead, .names = left_hand_sides(vertex)});
      break;
    case VertexKind::Assume: assume(expression(vertex.exprs.first), role); break;
    case VertexKind::Call: call_statement(v); break;
    case VertexKind::StartThread: start_thread(v); break;
    default: skip_statement(v);
  }
  go(v, vertex.next);
}

void SequentialBuilder::goto_statement(VertexId v) {
  const bp::Range targets = graph_.vertex(v).targets;
  Names ways;
  for (std::uint32_t i = 0; i < targets.count; ++i) ways.push_back(name("W{}_{}", v, i));
  go_to({Role::Kind::Statement, v, 0}, ways);
  for (std::uint32_t i = 0; i < targets.count; ++i) {
    label_ = *ways[i];
    go(v, graph_.targets()[targets.first + i]);
  }
}

void SequentialBuilder::branch(VertexId v) {
  const bp::Vertex& vertex = graph_.vertex(v);
  begin_if(expression(vertex.exprs.first), {Role::Kind::Statement, v, 0});
  go(v, vertex.next);
  builder_.begin_else();
  go(v, vertex.otherwise);
  builder_.end_if();
}

void SequentialBuilder::assignment(VertexId v) {
  const bp::Vertex& vertex = graph_.vertex(v);
  Terms values = expressions(vertex.exprs);
  std::optional<NamedTerm> constrain;
  if (vertex.has_constrain) {
    constrain = std::move(values.back());
    values.pop_back();
  }
  assign({Role::Kind::Statement, v, 0}, left_hand_sides(vertex), values, constrain);
}

/// Unwinding makes results arbitrary. Where `init` unwinds, others go on with what it leaves
/// behind, so there they are not to be stored.
void SequentialBuilder::call_statement(VertexId v) {
  const bp::Vertex& vertex = graph_.vertex(v);
  const Names names = left_hand_sides(vertex);
  const bool keeps = keeps_results_ && !names.empty();
  Names kept;
  Terms results;
  for (std::size_t i = 0; keeps && i < names.size(); ++i) {
    kept.push_back(name("z{}", i));
    results.push_back(NamedTerm::of(kept.back()));
  }
  call({Role::Kind::Statement, v, 0}, keeps ? kept : names, fmt::format("p{}", vertex.callee),
       expressions(vertex.exprs));
  if (unwinds_) leave_if_unwinding();
  if (keeps) assign({}, names, results);
}

void SequentialBuilder::return_statement(VertexId v) {
  const bp::Vertex& vertex = graph_.vertex(v);
  enforce(vertex.procedure);
  arrive(graph_.procedure(vertex.procedure).exit, v + 1);
  give_back({Role::Kind::Statement, v, 0}, expressions(vertex.exprs));
}

void SequentialBuilder::skip_statement(VertexId v) {
  const Role role{Role::Kind::Statement, v, 0};
  const bp::Atomicity atomicity = graph_.atomicity(v);
  if (atomicity == bp::Atomicity::Kept || !use_.has_atomic()) return skip(role);
  set(role, name("a"), NamedTerm::constant(atomicity == bp::Atomicity::Begins));
}

/// Either the thread never runs, or it is one of the actors: one that was guessed to start
/// here, with these values, later than now.
void SequentialBuilder::start_thread(VertexId v) {
  begin_if(NamedTerm::any());
  skip({Role::Kind::Statement, v, 0});
  for (std::uint32_t i = 0; i < out_.actors.size(); ++i) {
    if (out_.actors[i].initial != bp::no_index) continue;
    builder_.begin_elsif(NamedTerm::any());
    claim(v, i);
  }
  else_stuck();
}

void SequentialBuilder::claim(VertexId v, std::uint32_t actor) {
  const bp::StartSite& site = threads_.site_at(v);
  const auto number = static_cast<std::uint32_t>(&site - threads_.sites().data());
  const bp::Vertex& vertex = graph_.vertex(v);
  const auto is_given = [&](Slot slot, const NamedTerm& value) {
    assume(iff(term("x{}_{}", actor, slot), value));
  };
  assume(all_of(
      {!term("k{}", actor), is(fmt::format("y{}_", actor), site_bits_, number), later(actor)}));
  const Slot copied = site.copies_locals ? graph_.first_result(site.procedure) : graph_.globals();
  for (Slot slot = graph_.shared(); slot < copied; ++slot)
    is_given(slot, NamedTerm::of(variable(slot)));
  for (std::uint32_t k = 0; !site.copies_locals && k < vertex.exprs.count; ++k)
    is_given(graph_.globals() + k, expression(vertex.exprs.first + k));
  set({Role::Kind::Claim, v, actor}, name("k{}", actor), NamedTerm::constant(true));
}

/// The actor is not active before the context after this one. What `init` starts may be first.
NamedTerm SequentialBuilder::later(std::uint32_t actor) {
  if (simulation_.switches == 0) return in_context(contexts());
  Terms parts;
  for (std::uint32_t j = 0; j < contexts(); ++j) {
    Terms ways{!active(j, actor), in_context(contexts())};
    for (std::uint32_t i = 0; i < j; ++i) ways.push_back(in_context(i));
    parts.push_back(any_of(ways));
  }
  return all_of(parts);
}

}  // namespace hardbop::transform
