// SPDX-License-Identifier: MIT
// A variable is zero while its object is not alive. For a local it is 0 or 1: each copy of a
// function has its own locals, and only one activation at a time. Memory blocks are created by any
// copy that executes the statement. If blocks end automatically and several copies share them, the
// variable says which copy owns the block: it is the copy's depth plus one.
//
// A pointer to an ended object must never become valid again. A local can live again at the same
// address; so when its lifetime starts, all old pointers to it are moved to addresses where there
// is no object. C allows that: they are indeterminate. Old pointers in memory without types cannot
// be found, so nothing is known about such a run. A heap block is created again only if all old
// pointers to it can be found.
#include "c/memory/lifetimes.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

#include "base/util/diagnostic.hpp"
#include "c/il/scopes.hpp"

namespace hardbop::c {

using words::ExprId;
using words::Op;

std::vector<Lifetimes::Life>& Lifetimes::lives(InstanceId instance) {
  if (lives_.size() <= instance.index()) lives_.resize(instance.index() + 1);
  return lives_[instance];
}

void Lifetimes::add_local(InstanceId instance, RegionId region, ScopeId scope,
                          const std::string& name) {
  const bool is_lost = dangling_.is_lost(memory_.regions()[region].what);
  memory_.add_life(region, name, is_lost ? 2 : 1, is_lost ? 2 : 0);
  memory_.add_grave(region);
  lives(instance).push_back({region, scope, 1, true});
}

void Lifetimes::add_piece(RegionId region, const std::vector<Owner>& owners,
                          const std::string& name) {
  std::uint32_t deepest = 0;
  for (const Owner& owner : owners) deepest = std::max(deepest, owner.depth);
  memory_.add_life(region, name, static_cast<words::Width>(std::bit_width(deepest + 1)));
  const Statement& allocate = program_.statements[memory_.regions()[region].what.id];
  for (const Owner& owner : owners)
    lives(owner.instance)
        .push_back({region, scope_of(allocate), std::uint64_t{owner.depth} + 1, false});
}

ExprId Lifetimes::state(RegionId region, const Memory::Updates& updates) {
  const words::VariableId variable = *memory_.regions()[region].live;
  const auto changed = updates.variables.find(variable);
  return changed != updates.variables.end()
             ? changed->second
             : graph_.expressions.variable(variable, graph_.variables[variable].width);
}

void Lifetimes::set(RegionId region, std::uint64_t value, ExprId condition,
                    Memory::Updates& updates) {
  words::Expressions& e = graph_.expressions;
  const words::VariableId variable = *memory_.regions()[region].live;
  updates.variables[variable] = e.conditional(
      condition, e.constant(graph_.variables[variable].width, value), state(region, updates));
}

/// Of a local.
void Lifetimes::begin(const Life& life, Changes& changes) {
  words::Expressions& e = graph_.expressions;
  const Region& region = memory_.regions()[life.region];
  const ObjectId object = region.what.id;
  if (region.ended != 0) {
    const ExprId now = state(life.region, changes.updates);
    changes.problems.push_back(
        {e.binary(Op::Equal, now, e.constant(e.width(now), region.ended)),
         fmt::format("{} is created again while an old pointer to it may exist",
                     quote_name(program_.objects[object].name)),
         false});
  }
  set(life.region, 1, e.truth(true), changes.updates);
  bury(life.region, e.truth(true), changes.updates);
}

void Lifetimes::bury(RegionId region, ExprId condition, Memory::Updates& updates) {
  std::map<ObjectId, std::vector<bool>> cells;
  for (const Dangling::Holder& holder : dangling_.holders(memory_.regions()[region].what)) {
    std::vector<bool>& marked = cells[holder.object];
    marked.resize(program_.objects[holder.object].cells.size());
    marked[holder.cell] = true;
  }
  for (const auto& [holder, marked] : cells)
    for (const RegionId id : memory_.regions({Pointee::Kind::Object, holder}))
      memory_.bury(region, {id, marked, condition}, updates);
}

/// A piece is another copy's, perhaps.
void Lifetimes::end(const Life& life, Memory::Updates& updates) {
  words::Expressions& e = graph_.expressions;
  const ExprId now = state(life.region, updates);
  const bool is_own = life.is_local || e.width(now) == 1;
  set(life.region, memory_.regions()[life.region].ended,
      is_own ? e.truth(true) : e.binary(Op::Equal, now, e.constant(e.width(now), life.alive)),
      updates);
}

Lifetimes::Changes Lifetimes::enter(InstanceId instance, ScopeId scope) {
  Changes out;
  for (const Life& life : lives(instance))
    if (life.is_local && is_within(program_, scope, life.scope)) begin(life, out);
  return out;
}

Memory::Updates Lifetimes::leave(InstanceId instance) {
  Memory::Updates out;
  for (const Life& life : lives(instance)) end(life, out);
  return out;
}

Lifetimes::Changes Lifetimes::move(InstanceId instance, ScopeId from, ScopeId to) {
  Changes out;
  if (from == to) return out;
  for (const Life& life : lives(instance)) {
    if (leaves(program_, from, to, life.scope)) end(life, out.updates);
    if (life.is_local && leaves(program_, to, from, life.scope)) begin(life, out);
  }
  return out;
}

void Lifetimes::start(InstanceId instance, RegionId piece, ExprId condition,
                      Memory::Updates& updates) {
  if (!memory_.regions()[piece].live) return;
  if (memory_.regions()[piece].grave != 0) bury(piece, condition, updates);
  std::uint64_t alive = 1;
  for (const Life& life : lives(instance))
    if (life.region == piece) alive = life.alive;
  set(piece, alive, condition, updates);
}

void Lifetimes::free(RegionId piece, ExprId condition, Memory::Updates& updates) {
  set(piece, 0, condition, updates);
}

void Lifetimes::end_all(InstanceId instance, StatementId allocate, Memory::Updates& updates) {
  for (const Life& life : lives(instance))
    if (!life.is_local && memory_.regions()[life.region].what.id == allocate) end(life, updates);
}

}  // namespace hardbop::c
