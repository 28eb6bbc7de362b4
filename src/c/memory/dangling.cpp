// SPDX-License-Identifier: MIT
// Tracking whether an object is alive costs a variable of the model, and facts to prove about it.
// Most pointers are passed to callees and forgotten there: their holders end first. So we ask the
// points-to analysis for everything that may hold an address, and need the variable only if a
// holder may outlive its target: a global, a heap block, a variable of a possible caller, or a
// variable of the same function in a scope that is not nested inside. A local of a recursive
// function may be held by another activation, so such a function counts as its own caller.
#include "c/memory/dangling.hpp"

#include <algorithm>

#include "c/il/scopes.hpp"
#include "c/memory/numbers.hpp"

namespace hardbop::c {

Dangling::Dangling(const Program& program, const PointsTo& points_to, const CallGraph& calls)
    : program_(program),
      points_to_(points_to),
      calls_(calls),
      functions_(program.statements.size()),
      has_numbers_(stores_pointers_as_numbers(program, points_to)) {
  for (const FunctionId f : program.functions.ids())
    for (const StatementId s : program.functions[f].statements) functions_[s] = f;
  add_freed();
  for (ObjectId o = 0; o < program.objects.size(); ++o) {
    const Object& object = program.objects[o];
    if (object.is_watch) continue;
    const Life life{object.function, object.scope};
    for (const Pointees& cell : points_to.held_by(o))
      note(without_own(cell, o), object.storage == Object::Storage::Local ? &life : nullptr);
  }
  for (StatementId s = 0; s < program.statements.size(); ++s)
    if (program.statements[s].kind == Statement::Kind::Allocate)
      note(points_to.held_by_heap(s), nullptr);
  add_holders();
}

/// An array of variable length is reached by a variable of its own, which C cannot name before the
/// array is there, nor after it has ended.
Pointees Dangling::without_own(Pointees held, ObjectId holder) const {
  std::erase_if(held, [&](const Pointee& what) {
    if (what.kind != Pointee::Kind::Heap) return false;
    const Statement& allocate = program_.statements[what.id];
    return allocate.text == "array" && program_.exprs[allocate.places[0].address].object == holder;
  });
  return held;
}

void Dangling::add_freed() {
  for (StatementId s = 0; s < program_.statements.size(); ++s) {
    if (program_.statements[s].kind != Statement::Kind::Free) continue;
    if (functions_[s].is_none() || !points_to_.reached()[functions_[s]]) continue;
    for (const Pointee& pointee : points_to_.of(program_.statements[s].values[0]))
      if (pointee.kind == Pointee::Kind::Heap && !is_automatic(program_.statements[pointee.id]))
        found_.insert(pointee);
  }
}

bool Dangling::ends(const Pointee& what, Life& life) const {
  if (what.kind == Pointee::Kind::Object) {
    const Object& object = program_.objects[what.id];
    life = {object.function, object.scope};
    return object.storage == Object::Storage::Local;
  }
  if (what.kind == Pointee::Kind::Function) return false;
  life = {functions_[what.id], scope_of(program_.statements[what.id])};
  return is_automatic(program_.statements[what.id]);
}

/// `holder` is nothing where it never ends.
void Dangling::note(const Pointees& held, const Life* holder) {
  for (const Pointee& what : held) {
    Life life;
    if (!ends(what, life)) continue;
    if (holder == nullptr || outlives(*holder, life)) found_.insert(what);
  }
}

const ById<FunctionId, bool>& Dangling::callers(FunctionId function) {
  const auto [place, is_new] = callers_.try_emplace(function);
  if (is_new) place->second = calls_.callers(function);
  return place->second;
}

void Dangling::add_holders() {
  for (ObjectId o = 0; o < program_.objects.size(); ++o) {
    const Object& object = program_.objects[o];
    if (object.is_watch) continue;
    const std::vector<Pointees>& cells = points_to_.held_by(o);
    for (std::size_t k = 0; k < cells.size(); ++k) add_holder(cells[k], {o, k}, object.function);
  }
  for (StatementId s = 0; s < program_.statements.size(); ++s)
    add_holder(points_to_.held_by_heap(s), {}, {});
}

/// Locals of functions that are only called have no value as the local starts to live.
void Dangling::add_holder(const Pointees& held, const Holder& holder, FunctionId function) {
  for (const Pointee& what : held) {
    if (what.kind == Pointee::Kind::Function || !found_.contains(what)) continue;
    if (what.kind == Pointee::Kind::Object) {
      const FunctionId own = program_.objects[what.id].function;
      if (!function.is_none() && function != own && !callers(own)[function]) continue;
    }
    if (holder.object == none) {
      lost_.insert(what);
      continue;
    }
    const Object& object = program_.objects[holder.object];
    if (holder.cell < object.cells.size() && object.cells[holder.cell].type.is_pointer)
      holders_[what].push_back(holder);
    else if (may_hold_as_bytes(object, holder.cell))
      lost_.insert(what);
  }
}

/// Members of a structure that is reached by a pointer are one to the points-to analysis, so others
/// than pointers are only taken for holders where they could be: words where pointers are stored as
/// numbers, and bytes that are as many as a pointer has.
bool Dangling::may_hold_as_bytes(const Object& object, std::size_t cell) const {
  if (cell >= object.cells.size()) return true;  // too large to have cells
  const std::uint8_t bits = object.cells[cell].type.bits;
  if (bits >= program_.data_model.pointer_bits) return has_numbers_;
  const auto same = [&](std::size_t k) { return object.cells[k].type.bits == bits; };
  std::size_t first = cell;
  std::size_t last = cell;
  while (first > 0 && same(first - 1)) --first;
  while (last + 1 < object.cells.size() && same(last + 1)) ++last;
  return (last - first + 1) * bits >= program_.data_model.pointer_bits;
}

const std::vector<Dangling::Holder>& Dangling::holders(const Pointee& what) const {
  static const std::vector<Holder> no_holders;
  const auto found = holders_.find(what);
  return found == holders_.end() ? no_holders : found->second;
}

bool Dangling::is_held_in_recursion(const Pointee& what) const {
  const std::vector<Holder>& all = holders(what);
  return std::ranges::any_of(all, [&](const Holder& holder) {
    const FunctionId function = program_.objects[holder.object].function;
    return !function.is_none() && calls_.is_recursive(function);
  });
}

bool Dangling::outlives(const Life& holder, const Life& held) {
  if (callers(held.function)[holder.function]) return true;
  return holder.function == held.function && !is_within(program_, holder.scope, held.scope);
}

}  // namespace hardbop::c
