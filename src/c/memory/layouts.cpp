// SPDX-License-Identifier: MIT
// An element is as large as the largest scalar of an object: if it is an array of int, elements are
// words of 32 bits, and an access of an int is one select or store. A larger access is several of
// them. A smaller one is to a part of an element; to write it, the element is read and changed.
// No access may be to parts of two elements: where some are not aligned, as those to packed
// structures, elements are smaller.
//
// Some objects stay variables whatever their size: those with pointers that must be changed where
// an object starts to live again (lifetimes.hpp), since that would change every element; and those
// with indeterminate _Bools that are also accessed as something else, since a _Bool is 0 or 1.
#include "c/memory/layouts.hpp"

#include <algorithm>
#include <bit>

#include "c/il/scopes.hpp"

namespace hardbop::c {

namespace {

/// Larger arrays are not followed.
constexpr std::uint32_t most_elements = 1U << 24U;

constexpr std::uint32_t largest_element = 8;

}  // namespace

words::ArraySort ArrayLayout::sort(std::uint64_t size) const {
  const auto index =
      static_cast<words::Width>(std::max<std::uint64_t>(std::bit_width(count(size) - 1), 1));
  return {index, static_cast<words::Width>(is_bool ? 1 : 8 * bytes)};
}

Layouts::Layouts(const Program& program, const PointsTo& points_to, const Alignments& alignments,
                 const Dangling& dangling, std::uint32_t from)
    : program_(program), from_(from), aligned_(program.data_model.pointer_bits == 32 ? 4 : 8) {
  if (from == 0) return;
  for (const Expr& expr : program.exprs)
    if (expr.kind == Expr::Kind::Load) note(points_to, alignments, expr.a, expr.type);
  for (const Statement& statement : program.statements)
    for (const Place& place : statement.places)
      note(points_to, alignments, place.address, place.type);
  note_copies(points_to);
  for (ObjectId o = 0; o < program.objects.size(); ++o)
    for (const Dangling::Holder& holder : dangling.holders({Pointee::Kind::Object, o}))
      holders_.insert(holder.object);
}

void Layouts::note(const PointsTo& points_to, const Alignments& alignments, ExprId address,
                   Type type) {
  const Expr& at = program_.exprs[address];
  const std::uint32_t bytes = type.bits / 8U;
  const std::uint64_t offset =
      at.kind == Expr::Kind::Address ? at.value : std::uint64_t{1} << alignments.zeros(address);
  for (const Pointee& pointee : points_to.of(address)) {
    if (pointee.kind == Pointee::Kind::Function) continue;
    Use& use = uses_[pointee];
    use.largest = std::max(use.largest, bytes);
    use.parts.insert({static_cast<std::uint32_t>(offset % largest_element), bytes});
    use.has_bools = use.has_bools || type.is_bool;
    use.has_others = use.has_others || !type.is_bool;
  }
}

/// What one of them is used as all of them are.
void Layouts::note_copies(const PointsTo& points_to) {
  for (StatementId s = 0; s < program_.statements.size(); ++s) {
    const Statement& statement = program_.statements[s];
    if (statement.kind != Statement::Kind::Allocate || !copies_block(statement)) continue;
    copied_.try_emplace(s, s);
    for (const Pointee& from : points_to.of(statement.values[2])) {
      if (from.kind != Pointee::Kind::Heap) continue;
      copied_.try_emplace(from.id, from.id);
      copied_.insert_or_assign(like(from.id), like(s));
    }
  }
  for (const auto& [allocate, unused] : copied_) {
    const Use use = use_of({Pointee::Kind::Heap, allocate});
    Use& all = uses_[{Pointee::Kind::Heap, like(allocate)}];
    all.largest = std::max(all.largest, use.largest);
    all.parts.insert(use.parts.begin(), use.parts.end());
  }
}

StatementId Layouts::like(StatementId allocate) const {
  for (auto found = copied_.find(allocate); found != copied_.end() && found->second != allocate;
       found = copied_.find(allocate))
    allocate = found->second;
  return allocate;
}

std::uint32_t Layouts::element(std::uint32_t largest, const std::set<Part>& parts) {
  std::uint32_t out = std::clamp(largest, 1U, largest_element);
  const auto suits = [&](const Part& part) { return part.offset % std::min(out, part.bytes) == 0; };
  while (!std::ranges::all_of(parts, suits)) out /= 2;
  return out;
}

Layouts::Use Layouts::use_of(const Pointee& what) const {
  const auto found = uses_.find(what);
  return found == uses_.end() ? Use() : found->second;
}

bool Layouts::can_be_array(const Object& object, ObjectId id) const {
  if (from_ == 0 || object.size == 0 || object.is_watch) return false;
  if (object.has_cells) return object.cells.size() >= from_ && !holders_.contains(id);
  return program_.environment.is_none();  // what that writes is said by cells
}

std::optional<ArrayLayout> Layouts::of_object(ObjectId id) const {
  const Object& object = program_.objects[id];
  if (!can_be_array(object, id)) return std::nullopt;
  Use use = use_of({Pointee::Kind::Object, id});
  std::uint32_t largest = object.has_cells ? 1 : aligned_;
  const auto add = [&](std::uint32_t offset, Type type) {
    use.parts.insert({offset % largest_element, type.bits / 8U});
  };
  for (const Cell& cell : object.cells) {
    largest = std::max(largest, cell.type.bits / 8U);
    add(cell.offset, cell.type);
    use.has_bools = use.has_bools || cell.type.is_bool;
    use.has_others = use.has_others || !cell.type.is_bool;
  }
  for (const InitialValue& initial : object.initial) add(initial.offset, initial.type);
  const bool is_mixed = use.has_bools && use.has_others;
  if (is_mixed && object.storage == Object::Storage::Local) return std::nullopt;
  const ArrayLayout out{element(std::min(largest, use.largest), use.parts),
                        use.has_bools && !use.has_others};
  return out.count(object.size) > most_elements ? std::nullopt : std::optional(out);
}

ArrayLayout Layouts::of_heap(StatementId allocate) const {
  const Use use = use_of({Pointee::Kind::Heap, like(allocate)});
  return {element(std::min(aligned_, use.largest), use.parts), false};
}

std::optional<ArrayLayout> Layouts::of_heap(StatementId allocate, std::uint64_t size) const {
  if (from_ == 0 || size < from_) return std::nullopt;
  const ArrayLayout out = of_heap(allocate);
  return out.count(size) > most_elements ? std::nullopt : std::optional(out);
}

}  // namespace hardbop::c
