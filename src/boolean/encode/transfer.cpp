// SPDX-License-Identifier: MIT
#include "boolean/encode/transfer.hpp"

#include <algorithm>

#include "boolean/language/variables.hpp"

namespace hardbop::encode {

using bdd::Bdd;
using bdd::Var;
using bp::Slot;
using bp::Vertex;
using bp::VertexId;
using bp::VertexKind;

Bdd Transfer::apply(const Bdd& set) const {
  if (renaming != nullptr) return bdd::and_exists(set, relation, quantified, *renaming);
  if (quantified.is_true()) return set & relation;
  return bdd::and_exists(set, relation, quantified);
}

Transfers::Transfers(const bp::Graph& graph, const Slots& slots, const analysis::ModRef& mod_ref,
                     const analysis::Liveness& liveness)
    : graph_(graph),
      slots_(slots),
      mod_ref_(mod_ref),
      liveness_(liveness),
      expressions_(graph, slots),
      enforced_(graph.procedures().size()),
      entries_(graph.procedures().size()),
      lifts_(graph.procedures().size()) {
  for (bp::ProcedureId p = 0; p < graph.procedures().size(); ++p)
    assigned_formals_.emplace_back(graph.procedure(p).formals);
  for (const Vertex& vertex : graph.vertices()) {
    if (vertex.kind != VertexKind::Assign && vertex.kind != VertexKind::Dead &&
        vertex.kind != VertexKind::Call)
      continue;
    for (std::uint32_t i = 0; i < vertex.names.count; ++i) {
      const Slot slot = graph.left_hand_side(vertex.names.first + i);
      const Slot end = graph.globals() + graph.procedure(vertex.procedure).formals;
      if (slot >= graph.globals() && slot < end)
        assigned_formals_[vertex.procedure].insert(slot - graph.globals());
    }
  }
}

const bdd::Renaming* Transfers::renaming(const Pairs& pairs) {
  if (pairs.empty()) return nullptr;
  const auto found = renamings_.find(pairs);
  if (found != renamings_.end()) return &found->second;
  return &renamings_.emplace(pairs, slots_.manager().renaming(pairs)).first->second;
}

bool Transfers::has_entry_copy(bp::ProcedureId p, Slot slot) const {
  if (slot < graph_.globals()) return mod_ref_.writes(p, slot);
  const Slot formal = slot - graph_.globals();
  return formal < graph_.procedure(p).formals && assigned_formals_[p].contains(formal);
}

bool Transfers::is_kept(bp::ProcedureId p, Slot slot) const {
  if (slot < graph_.globals()) return mod_ref_.touches(p, slot) && !mod_ref_.writes(p, slot);
  return slot - graph_.globals() < graph_.procedure(p).formals && !has_entry_copy(p, slot);
}

/// An abstraction's enforce is long, and every assignment needs it: it is encoded once, which tells
/// also what it looks at.
const Transfers::Enforced& Transfers::enforced(bp::ProcedureId p) {
  std::optional<Enforced>& known = enforced_[p];
  if (known) return *known;
  known = Enforced{slots_.manager().one(), analysis::SlotSet(graph_.first_result(p))};
  const bp::ExprRange range = graph_.procedure(p).enforce;
  if (range.empty()) return *known;
  known->holds = expressions_.encode(range).can_be_1;
  bp::for_each_variable(graph_, range, [&](Slot slot, bool) { known->looked_at.insert(slot); });
  return *known;
}

/// As the state after an assignment of these slots sees it.
Bdd Transfers::enforced_after(bp::ProcedureId p, const std::vector<Slot>& assigned) {
  const Enforced& enforce = enforced(p);
  Pairs pairs;
  for (const Slot slot : assigned)
    if (slot != bp::discard_slot && enforce.looked_at.contains(slot))
      pairs.emplace_back(slots_.current(slot), slots_.next(slot));
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  const bdd::Renaming* const to_next = renaming(pairs);
  return to_next == nullptr ? enforce.holds : bdd::rename(enforce.holds, *to_next);
}

/// Words of a frame's slots; procedures are mostly asked about one after the other.
void Transfers::look_at(bp::ProcedureId p) {
  if (looked_at_ == p) return;
  kept_.assign(bp::words_for(graph_.frame_size(p)), 0);
  copies_.assign(kept_.size(), 0);
  for (Slot slot = 0; slot < graph_.globals() + graph_.procedure(p).formals; ++slot) {
    bp::set_bit(copies_, slot, has_entry_copy(p, slot));
    bp::set_bit(kept_, slot, is_kept(p, slot));
  }
  looked_at_ = p;
}

std::span<const bp::Word> Transfers::entry_copies(bp::ProcedureId p) {
  look_at(p);
  return copies_;
}

std::span<const bp::Word> Transfers::dying(VertexId v, VertexId w) {
  look_at(graph_.vertex(v).procedure);
  const std::span<const bp::Word> before = liveness_.at(v);
  const std::span<const bp::Word> after = liveness_.at(w);
  dying_.resize(before.size());
  for (std::size_t i = 0; i < before.size(); ++i) dying_[i] = before[i] & ~after[i] & ~kept_[i];
  return dying_;
}

void Transfers::add_dying(VertexId v, VertexId w, std::vector<Var>& vars) {
  const Slot end = graph_.first_result(graph_.vertex(v).procedure);
  analysis::for_each_slot(dying(v, w), [&](Slot slot) {
    if (slot < end) vars.push_back(slots_.current(slot));
  });
}

/// Results get their values on the way to the exit, whatever that way is.
void Transfers::add_results(VertexId w, std::vector<Var>& vars) const {
  const Vertex& vertex = graph_.vertex(w);
  if (vertex.kind != VertexKind::Exit) return;
  for (std::uint32_t i = 0; i < graph_.procedure(vertex.procedure).results; ++i)
    vars.push_back(slots_.result(i));
}

Bdd Transfers::without_results(VertexId w, const Bdd& path_edges) const {
  std::vector<Var> results;
  add_results(w, results);
  return results.empty() ? path_edges : bdd::exists(path_edges, cube(results));
}

Transfer Transfers::condition(VertexId v, VertexId w, const Bdd& holds) {
  std::vector<Var> dying;
  std::vector<Var> fresh;
  add_dying(v, w, dying);
  add_results(w, fresh);
  return {holds, cube(dying), cube(fresh), nullptr};
}

std::vector<Transfer> Transfers::steps(VertexId v) {
  const Vertex& vertex = graph_.vertex(v);
  const Bdd always = slots_.manager().one();
  switch (vertex.kind) {
    case VertexKind::Skip: return {condition(v, vertex.next, always)};
    case VertexKind::Goto: {
      std::vector<Transfer> out;
      for (std::uint32_t i = 0; i < vertex.targets.count; ++i)
        out.push_back(condition(v, graph_.targets()[vertex.targets.first + i], always));
      return out;
    }
    case VertexKind::Branch:
    case VertexKind::Assert: {
      const Values values = expressions_.encode(vertex.exprs.first);
      return {condition(v, vertex.next, values.can_be_1),
              condition(v, vertex.otherwise, values.can_be_0)};
    }
    case VertexKind::Assume:
      return {condition(v, vertex.next, expressions_.encode(vertex.exprs.first).can_be_1)};
    case VertexKind::Assign:
    case VertexKind::Dead: return {assignment(v)};
    case VertexKind::Return: return {give_results(v)};
    default: return {};
  }
}

/// New values are needed of live variables, and of those that constrain or enforce look at; the
/// latter are then quantified again.
Transfer Transfers::assignment(VertexId v) {
  const Vertex& vertex = graph_.vertex(v);
  const bp::ProcedureId p = vertex.procedure;
  const std::uint32_t values = vertex.names.count;
  std::vector<Slot> targets;
  for (std::uint32_t i = 0; i < values; ++i)
    targets.push_back(graph_.left_hand_side(vertex.names.first + i));
  const auto is_assigned = [&](Slot slot) {
    return std::ranges::find(targets, slot) != targets.end();
  };
  Bdd relation = slots_.manager().one();
  analysis::SlotSet looked_at = enforced(p).looked_at;
  const auto look = [&](Slot slot, bool) { looked_at.insert(slot); };
  if (vertex.has_constrain) {
    const bp::ExprRange constrain = graph_.program().expressions[vertex.exprs.first + values];
    relation &= expressions_.encode(constrain, is_assigned).can_be_1;
    bp::for_each_variable(graph_, constrain, look);
  }
  relation &= enforced_after(p, targets);
  std::vector<Var> quantified;
  std::vector<Var> fresh;
  Pairs renamed;
  add_dying(v, vertex.next, quantified);
  add_results(vertex.next, fresh);
  for (std::uint32_t i = 0; i < values; ++i) {
    const Slot slot = targets[i];
    if (slot == bp::discard_slot) continue;
    quantified.push_back(slots_.current(slot));
    const bool live = liveness_.live(vertex.next, slot);
    if (!live && !looked_at.contains(slot)) continue;
    fresh.push_back(slots_.next(slot));
    if (vertex.kind == VertexKind::Assign)
      relation &=
          expressions_.is_value(slots_.next(slot), expressions_.encode(vertex.exprs.first + i));
    if (live) {
      renamed.emplace_back(slots_.next(slot), slots_.current(slot));
    } else {
      quantified.push_back(slots_.next(slot));
    }
  }
  std::ranges::sort(renamed);
  return {relation, cube(quantified), cube(fresh), renaming(renamed)};
}

Transfer Transfers::give_results(VertexId v) {
  const Vertex& vertex = graph_.vertex(v);
  Bdd relation = slots_.manager().one();
  for (std::uint32_t i = 0; i < vertex.exprs.count; ++i)
    if (liveness_.live(vertex.next, graph_.first_result(vertex.procedure) + i))
      relation &=
          expressions_.is_value(slots_.result(i), expressions_.encode(vertex.exprs.first + i));
  return condition(v, vertex.next, relation);
}

/// Of what is dead at the entry not even the entry value is kept: else a summary could tell
/// apart callers by values that no longer have any.
Transfer Transfers::make_entry(bp::ProcedureId p) {
  const bdd::Manager& manager = slots_.manager();
  const VertexId first = graph_.procedure(p).entry;
  Bdd relation = enforced(p).holds;
  std::vector<Var> quantified;
  for (Slot slot = 0; slot < graph_.first_result(p); ++slot) {
    if (!liveness_.live(first, slot)) {
      quantified.push_back(slots_.current(slot));
    } else if (has_entry_copy(p, slot)) {
      relation &= bdd::iff(manager.var(slots_.entry(slot)), manager.var(slots_.current(slot)));
    }
  }
  return {relation, cube(quantified), manager.one(), nullptr};
}

Bdd Transfers::entries_of(bp::ProcedureId p, const Bdd& path_edges) {
  const Transfer& in = entry(p);
  std::vector<Var> copies;
  for (Slot slot = 0; slot < graph_.first_result(p); ++slot) {
    if (slot >= graph_.globals() + graph_.procedure(p).formals) {
      copies.push_back(slots_.current(slot));
    } else if (has_entry_copy(p, slot)) {
      copies.push_back(slots_.entry(slot));
    }
  }
  return bdd::and_exists(in.relation, path_edges, cube(copies));
}

Bdd Transfers::entry_values(bp::ProcedureId p, const Bdd& path_edges) const {
  std::vector<Var> currents;
  for (Slot slot = 0; slot < graph_.first_result(p); ++slot)
    if (!is_kept(p, slot)) currents.push_back(slots_.current(slot));
  return bdd::exists(path_edges, cube(currents));
}

Bdd Transfers::initial(bp::ProcedureId p) {
  std::vector<Var> untouched;
  for (Slot slot = 0; slot < graph_.globals(); ++slot)
    if (!mod_ref_.touches(p, slot)) untouched.push_back(slots_.current(slot));
  return bdd::exists(initial_globals(), cube(untouched));
}

Bdd Transfers::initial_globals() {
  bdd::Manager& manager = slots_.manager();
  Bdd globals = manager.one();
  for (const bp::Initialiser& initialiser : graph_.initialisers()) {
    const Bdd relation = expressions_.is_value(slots_.next(initialiser.slot),
                                               expressions_.encode(initialiser.value));
    const Bdd old = manager.cube({slots_.current(initialiser.slot)});
    globals = bdd::and_exists(
        globals, relation, old,
        *renaming({{slots_.next(initialiser.slot), slots_.current(initialiser.slot)}}));
  }
  return globals;
}

Bdd Transfers::summary(bp::ProcedureId p, const Bdd& path_edges) const {
  if (graph_.procedure(p).enforce.empty()) return path_edges;
  std::vector<Var> locals;
  for (Slot slot = graph_.globals(); slot < graph_.first_result(p); ++slot)
    if (!is_kept(p, slot)) locals.push_back(slots_.current(slot));
  return bdd::exists(path_edges, cube(locals));
}

const Transfer& Transfers::entry(bp::ProcedureId p) {
  if (!entries_[p]) entries_[p] = make_entry(p);
  return *entries_[p];
}

const bdd::Renaming* Transfers::lift(bp::ProcedureId p) {
  if (!lifts_[p]) lifts_[p] = make_lift(p);
  return *lifts_[p];
}

const bdd::Renaming* Transfers::make_lift(bp::ProcedureId p) {
  Pairs pairs;
  for (Slot slot = 0; slot < graph_.globals(); ++slot) {
    if (!mod_ref_.writes(p, slot)) continue;
    pairs.emplace_back(slots_.entry(slot), slots_.current(slot));
    pairs.emplace_back(slots_.current(slot), slots_.next(slot));
  }
  for (std::uint32_t i = 0; i < graph_.procedure(p).formals; ++i) {
    const Slot slot = graph_.globals() + i;
    const Var own = has_entry_copy(p, slot) ? slots_.entry(slot) : slots_.current(slot);
    pairs.emplace_back(own, slots_.argument(i));
  }
  std::ranges::sort(pairs);
  return renaming(pairs);
}

CallTransfer Transfers::call(VertexId v) {
  const Vertex& vertex = graph_.vertex(v);
  CallTransfer out;
  out.arguments = slots_.manager().one();
  const VertexId first = graph_.procedure(vertex.callee).entry;
  for (std::uint32_t i = 0; i < vertex.exprs.count; ++i)
    if (liveness_.live(first, graph_.globals() + i))
      out.arguments &=
          expressions_.is_value(slots_.argument(i), expressions_.encode(vertex.exprs.first + i));
  out.enforce = enforced(vertex.procedure).holds;
  add_enter(v, out);
  add_return(v, out);
  return out;
}

/// All is forgotten but arguments and the globals that the callee touches.
void Transfers::add_enter(VertexId v, CallTransfer& out) {
  const Vertex& vertex = graph_.vertex(v);
  const bp::ProcedureId p = vertex.procedure;
  std::vector<Var> forgotten;
  for (Slot slot = 0; slot < graph_.first_result(p); ++slot) {
    if (has_entry_copy(p, slot)) forgotten.push_back(slots_.entry(slot));
    const bool passed = slot < graph_.globals() && mod_ref_.touches(vertex.callee, slot);
    if (!passed) forgotten.push_back(slots_.current(slot));
  }
  Pairs formals;
  for (std::uint32_t i = 0; i < vertex.exprs.count; ++i)
    formals.emplace_back(slots_.argument(i), slots_.current(graph_.globals() + i));
  std::ranges::sort(formals);
  std::vector<Var> arguments;
  for (const auto& [argument, formal] : formals) arguments.push_back(argument);
  out.enter = {out.arguments, cube(forgotten), cube(arguments), renaming(formals)};
}

/// A result may be assigned to a global that the callee writes as well: results win.
void Transfers::add_return(VertexId v, CallTransfer& out) {
  const Vertex& vertex = graph_.vertex(v);
  std::vector<Var> forgotten;
  std::vector<Var> replaced;
  Pairs back;
  std::vector<Slot> targets;
  for (std::uint32_t i = 0; i < graph_.procedure(vertex.callee).results; ++i) {
    const Slot slot =
        i < vertex.names.count ? graph_.left_hand_side(vertex.names.first + i) : bp::discard_slot;
    if (slot != bp::discard_slot) {
      targets.push_back(slot);
      replaced.push_back(slots_.current(slot));
    }
    if (slot != bp::discard_slot && liveness_.live(vertex.next, slot)) {
      back.emplace_back(slots_.result(i), slots_.current(slot));
    } else {
      forgotten.push_back(slots_.result(i));
    }
  }
  for (Slot slot = 0; slot < graph_.globals(); ++slot) {
    if (!mod_ref_.writes(vertex.callee, slot)) continue;
    replaced.push_back(slots_.current(slot));
    const bool is_target = std::ranges::find(targets, slot) != targets.end();
    if (!is_target && liveness_.live(vertex.next, slot)) {
      back.emplace_back(slots_.next(slot), slots_.current(slot));
    } else {
      forgotten.push_back(slots_.next(slot));
    }
  }
  for (std::uint32_t i = 0; i < vertex.exprs.count; ++i) forgotten.push_back(slots_.argument(i));
  add_dying(v, vertex.next, replaced);
  std::ranges::sort(back);
  std::vector<Var> fresh;
  for (const auto& [from, to] : back) fresh.push_back(from);
  out.fresh = cube(fresh);
  out.forgotten = cube(forgotten);
  out.replaced = cube(replaced);
  out.back = renaming(back);
}

}  // namespace hardbop::encode
