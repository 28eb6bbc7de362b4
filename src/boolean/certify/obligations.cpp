// SPDX-License-Identifier: MIT
#include "boolean/certify/obligations.hpp"

#include <algorithm>
#include <bit>
#include <optional>

namespace hardbop::certify {

using bp::Slot;
using horn::Clause;
using horn::Copy;
using trace::Decision;
using trace::DiagramRef;

Obligations::Obligations(const bp::Graph& graph, const trace::Invariant& invariant)
    : graph_(graph),
      invariant_(invariant),
      clauses_(graph),
      supports_(1),
      support_of_(invariant.nodes.size(), bp::no_index),
      seen_(invariant.nodes.size()) {
  support_of_[0] = 0;
  for (bp::ProcedureId p = 0; p < graph.procedures().size(); ++p) {
    kept_.emplace_back(graph.first_result(p));
    for (const Slot slot : invariant.kept[p]) kept_[p][slot] = true;
  }
}

const std::vector<Decision>& Obligations::support(DiagramRef root) {
  std::uint32_t& index = support_of_[root.node()];
  if (index != bp::no_index) return supports_[index];
  index = static_cast<std::uint32_t>(supports_.size());
  std::vector<Decision>& out = supports_.emplace_back();
  ++round_;
  std::vector<std::uint32_t> open{root.node()};
  while (!open.empty()) {
    const std::uint32_t node = open.back();
    open.pop_back();
    if (node == 0 || seen_[node] == round_) continue;
    seen_[node] = round_;
    const trace::DiagramNode& content = invariant_.nodes[node];
    if (std::ranges::find(out, content.decision) == out.end()) out.push_back(content.decision);
    open.push_back(content.low.node());
    open.push_back(content.high.node());
  }
  return out;
}

/// A kept slot has one value for entry and now; diagrams call it Current.
Constant Obligations::constant(const Obligation& obligation, horn::Variable variable) const {
  const std::uint32_t index = variable.index;
  const auto current = [&](Instance instance, bp::ProcedureId p) -> Constant {
    if (p != bp::no_index && index >= graph_.first_result(p))
      return {instance, {Decision::Kind::Result, index - graph_.first_result(p)}};
    return {instance, {Decision::Kind::Current, index}};
  };
  const bool calls = obligation.callee != bp::no_index;
  switch (variable.copy) {
    case Copy::Entry:
      if (is_kept(obligation.from, index)) return current(Instance::Before, obligation.from);
      return {Instance::Before, {Decision::Kind::Entry, index}};
    case Copy::Current: return current(Instance::Before, obligation.from);
    case Copy::Next:
      return current(Instance::After,
                     obligation.kind == Clause::Kind::Call ? obligation.callee : obligation.from);
    case Copy::CalleeEntry:
      if (calls && is_kept(obligation.callee, index))
        return {Instance::Callee, {Decision::Kind::Current, index}};
      return {Instance::Callee, {Decision::Kind::Entry, index}};
    case Copy::CalleeExit:
      if (is_kept(obligation.callee, index)) return current(Instance::Before, obligation.from);
      return {Instance::Callee, {Decision::Kind::Current, index}};
    case Copy::CalleeResult: return {Instance::Callee, {Decision::Kind::Result, index}};
  }
  return {};
}

Constant Obligations::constant_of(const Obligation& obligation, horn::Term variable) {
  return constant(obligation, clauses_.terms().node(variable).variable);
}

void Obligations::initial(const std::vector<bp::ProcedureId>& entries, const Visit& visit) {
  clauses_.initial(entries, [&](const Clause& clause) { add(clause, 0, visit); });
}

void Obligations::of_vertex(bp::VertexId v, const Visit& visit) {
  clauses_.of_vertex(v, [&](const Clause& clause) { add(clause, 0, visit); });
}

void Obligations::targets(const std::vector<bp::Target>& targets, const Visit& visit) {
  for (std::size_t i = 0; i < targets.size(); ++i)
    horn::Clauses::targets(targets[i].vertices,
                           [&](const Clause& clause) { add(clause, i, visit); });
}

Obligation Obligations::parts(const Clause& clause, std::size_t target) const {
  Obligation out;
  out.kind = clause.kind;
  out.target = target;
  out.condition = clause.condition;
  out.vertex = clause.from != bp::no_index ? clause.from : clause.to;
  out.from = graph_.vertex(out.vertex).procedure;
  if (clause.from != bp::no_index) out.path = invariant_.at[clause.from];
  if (clause.kind == Clause::Kind::Call || clause.kind == Clause::Kind::Return)
    out.callee = clause.procedure;
  if (clause.kind == Clause::Kind::Return) out.summary = invariant_.summaries[clause.procedure];
  if (clause.kind == Clause::Kind::Exit) {
    out.goal = invariant_.summaries[clause.procedure];
  } else if (clause.to != bp::no_index) {
    out.goal = invariant_.at[clause.to];
  }
  return out;
}

/// What is true at sight, as false implies anything and anything true, is said without the rest.
void Obligations::add(const Clause& clause, std::size_t target, const Visit& visit) {
  Obligation out = parts(clause, target);
  if (out.path == trace::diagram_false || out.summary == trace::diagram_false) {
    out.condition = horn::always;
    out.goal = trace::diagram_false;
    return visit(out);
  }
  if (clause.kind != Clause::Kind::Target) {
    const bp::ProcedureId p =
        clause.kind == Clause::Kind::Exit ? clause.procedure : graph_.vertex(clause.to).procedure;
    keep(clause, p, out);
    if (out.goal == trace::diagram_true && out.kept.empty()) {
      out.condition = horn::always;
      return visit(out);
    }
    link_head(clause, p, out);
  }
  link_callee(out);
  visit(out);
}

void Obligations::ranks(bp::VertexId v, const Fairness& fairness, const Visit& visit) {
  const auto index_bits = static_cast<std::size_t>(std::bit_width(fairness.untils.size()));
  clauses_.of_vertex(v, [&](const Clause& clause) {
    if (clause.kind != Clause::Kind::Exit) add_rank(clause, index_bits, visit);
  });
  Obligation out;
  out.what = Obligation::Goal::Unfair;
  out.vertex = v;
  out.from = graph_.vertex(v).procedure;
  out.path = invariant_.at[v];
  out.condition = horn::always;
  out.goal = trace::diagram_false;
  out.rank = invariant_.ranks[v];
  out.index_bits = index_bits;
  for (std::size_t i = 0; i < fairness.untils.size(); ++i) {
    std::optional<Constant> inside;
    if (fairness.after_call[v]) inside = constant(out, {Copy::Current, fairness.seen[i]});
    out.conditions.emplace_back(constant(out, {Copy::Current, fairness.untils[i]}), inside);
  }
  visit(out);
}

void Obligations::add_rank(const Clause& clause, std::size_t index_bits, const Visit& visit) {
  Obligation out = parts(clause, 0);
  out.what = Obligation::Goal::Rank;
  out.goal = trace::diagram_false;
  out.rank = invariant_.ranks[clause.from];
  out.rank_after = invariant_.ranks[clause.to];
  out.index_bits = index_bits;
  if (out.path == trace::diagram_false || out.summary == trace::diagram_false) {
    out.condition = horn::always;
    return visit(out);
  }
  const bp::ProcedureId p = graph_.vertex(clause.to).procedure;
  for (const DiagramRef bit : out.rank_after)
    for (const Decision& decision : support(bit)) link(clause, p, decision, out);
  link_callee(out);
  visit(out);
}

/// Says what a decision after the step is before it.
bool Obligations::link(const Clause& clause, bp::ProcedureId p, const Decision& decision,
                       Obligation& obligation) {
  const Slot slot = decision.kind == Decision::Kind::Result
                        ? graph_.first_result(p) + decision.index
                        : decision.index;
  const horn::Term value = decision.kind == Decision::Kind::Entry
                               ? clauses_.head_entry(clause, slot)
                               : clauses_.head_current(clause, slot);
  const Constant here{Instance::After, decision};
  const Constant there = constant_of(obligation, value);
  const std::pair both(here, there);
  if (!(here == there) && std::ranges::find(obligation.equal, both) == obligation.equal.end())
    obligation.equal.push_back(both);
  return there == Constant{Instance::Before, decision};
}

/// Globals enter the callee as they are.
void Obligations::link_callee(Obligation& obligation) {
  for (const Decision& decision : support(obligation.summary)) {
    if (decision.kind == Decision::Kind::Result || decision.index >= graph_.globals()) continue;
    if (decision.kind == Decision::Kind::Current && !is_kept(obligation.callee, decision.index))
      continue;
    obligation.equal.emplace_back(Constant{Instance::Callee, decision},
                                  constant(obligation, {Copy::Current, decision.index}));
  }
}

/// Where nothing changes that the goal looks at, one instance serves for both ends of the step.
void Obligations::link_head(const Clause& clause, bp::ProcedureId p, Obligation& obligation) {
  bool is_unchanged = true;
  for (const Decision& decision : support(obligation.goal))
    is_unchanged = link(clause, p, decision, obligation) && is_unchanged;
  if (!is_unchanged) return;
  obligation.goal_instance = Instance::Before;
  obligation.equal.clear();
}

/// Of a slot that does not change there is nothing to show.
void Obligations::keep(const Clause& clause, bp::ProcedureId p, Obligation& obligation) {
  for (const auto& [slot, value] : clause.changed) {
    if (!is_kept(p, slot)) continue;
    const Constant before = constant(obligation, {Copy::Current, slot});
    const Constant after = constant_of(obligation, value);
    if (!(before == after)) obligation.kept.emplace_back(before, after);
  }
}

namespace {

/// How many slots and results a diagram speaks of.
struct Extent {
  std::uint32_t slots = 0;
  std::uint32_t results = 0;

  [[nodiscard]] bool within(std::uint32_t most_slots, std::uint32_t most_results) const {
    return slots <= most_slots && results <= most_results;
  }
};

/// By node; nothing where a node names one that does not come before it.
std::optional<std::vector<Extent>> extents(const trace::Invariant& invariant) {
  std::vector<Extent> out(1);
  for (std::size_t i = 1; i < invariant.nodes.size(); ++i) {
    const trace::DiagramNode& node = invariant.nodes[i];
    Extent& extent = out.emplace_back();
    const bool is_result = node.decision.kind == Decision::Kind::Result;
    (is_result ? extent.results : extent.slots) = node.decision.index + 1;
    for (const DiagramRef part : {node.high, node.low}) {
      if (part.node() >= i) return {};
      extent.slots = std::max(out[i].slots, out[part.node()].slots);
      extent.results = std::max(out[i].results, out[part.node()].results);
    }
  }
  return out;
}

}  // namespace

bool fits(const bp::Graph& graph, const trace::Invariant& invariant, bool has_ranks) {
  if (invariant.ranks.size() != (has_ranks ? graph.vertices().size() : 0) ||
      invariant.at.size() != graph.vertices().size() ||
      invariant.summaries.size() != graph.procedures().size() ||
      invariant.kept.size() != graph.procedures().size() || invariant.nodes.empty())
    return false;
  const auto extent = extents(invariant);
  if (!extent) return false;
  const auto is_root = [&](DiagramRef ref, bp::ProcedureId p, bool has_results) {
    return ref.node() < invariant.nodes.size() &&
           (*extent)[ref.node()].within(graph.first_result(p),
                                        has_results ? graph.procedure(p).results : 0);
  };
  for (bp::VertexId v = 0; v < graph.vertices().size(); ++v) {
    const bp::Vertex& vertex = graph.vertex(v);
    if (!is_root(invariant.at[v], vertex.procedure, vertex.kind == bp::VertexKind::Exit))
      return false;
    if (!has_ranks) continue;
    const std::vector<DiagramRef>& rank = invariant.ranks[v];
    if (rank.size() != invariant.ranks.front().size()) return false;
    if (std::ranges::any_of(rank,
                            [&](DiagramRef bit) { return !is_root(bit, vertex.procedure, false); }))
      return false;
  }
  for (bp::ProcedureId p = 0; p < graph.procedures().size(); ++p) {
    if (!is_root(invariant.summaries[p], p, true)) return false;
    const Slot end = graph.globals() + graph.procedure(p).formals;
    const auto& kept = invariant.kept[p];
    if (std::ranges::any_of(kept, [&](Slot slot) { return slot >= end; })) return false;
  }
  return true;
}

}  // namespace hardbop::certify
