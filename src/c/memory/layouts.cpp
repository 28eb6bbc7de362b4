// SPDX-License-Identifier: MIT
// An element is as large as all accesses allow: if an array of int is only accessed as int, its
// elements are words of 32 bits, and one access is one select or store. If there are accesses of
// different sizes, an element is as large as the smallest, and a larger access is several selects
// or stores. Bytes are always possible.
//
// Some objects stay variables whatever their size: those with pointers that must be changed where
// an object starts to live again (lifetimes.hpp), since that would change every element; and those
// with indeterminate _Bools that are also accessed as something else, since a _Bool is 0 or 1.
#include "c/memory/layouts.hpp"

#include <algorithm>
#include <bit>

namespace hardbop::c {

namespace {

/// Larger arrays are not followed.
constexpr std::uint32_t most_elements = 1U << 24U;

/// The largest power of two up to `unit` of which a number of bytes is a multiple.
std::uint32_t divisor(std::uint32_t unit, std::uint64_t bytes) {
  return bytes == 0 ? unit : std::min(unit, 1U << std::min(std::countr_zero(bytes), 3));
}

}  // namespace

words::ArraySort ArrayLayout::sort(std::uint32_t size) const {
  const auto index = static_cast<words::Width>(std::max(std::bit_width(count(size) - 1U), 1U));
  return {index, static_cast<words::Width>(is_bool ? 1 : 8 * bytes)};
}

Layouts::Layouts(const Program& program, const PointsTo& points_to, const Dangling& dangling,
                 std::uint32_t from)
    : program_(program), from_(from) {
  if (from == 0) return;
  for (const Expr& expr : program.exprs)
    if (expr.kind == Expr::Kind::Load) note(points_to, expr.a, expr.type);
  for (const Statement& statement : program.statements)
    for (const Place& place : statement.places) note(points_to, place.address, place.type);
  for (ObjectId o = 0; o < program.objects.size(); ++o)
    for (const Dangling::Holder& holder : dangling.holders(o)) holders_.insert(holder.object);
}

void Layouts::note(const PointsTo& points_to, ExprId address, Type type) {
  const Expr& at = program_.exprs[address];
  for (const Pointee& pointee : points_to.of(address)) {
    if (pointee.kind == Pointee::Kind::Function) continue;
    Use& use = uses_[pointee];
    use.unit = divisor(use.unit, type.bits / 8U);
    if (at.kind == Expr::Kind::Address) use.unit = divisor(use.unit, at.value);
    use.has_bools = use.has_bools || type.is_bool;
    use.has_others = use.has_others || !type.is_bool;
  }
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
  if (!object.has_cells && program_.data_model.pointer_bits == 32)
    use.unit = std::min(use.unit, 4U);  // what has 8 bytes may be aligned to 4
  for (const Cell& cell : object.cells) {
    use.unit = divisor(divisor(use.unit, cell.offset), cell.type.bits / 8U);
    use.has_bools = use.has_bools || cell.type.is_bool;
    use.has_others = use.has_others || !cell.type.is_bool;
  }
  for (const InitialValue& initial : object.initial)
    use.unit = divisor(divisor(use.unit, initial.offset), initial.type.bits / 8U);
  const bool is_mixed = use.has_bools && use.has_others;
  if (is_mixed && object.storage == Object::Storage::Local) return std::nullopt;
  const ArrayLayout out{use.unit, use.has_bools && !use.has_others};
  return out.count(object.size) > most_elements ? std::nullopt : std::optional(out);
}

std::optional<ArrayLayout> Layouts::of_heap(StatementId allocate, std::uint32_t size) const {
  if (from_ == 0 || size < from_) return std::nullopt;
  const Use use = use_of({Pointee::Kind::Heap, allocate});
  const bool is_narrow = program_.data_model.pointer_bits == 32;
  const ArrayLayout out{is_narrow ? std::min(use.unit, 4U) : use.unit, false};
  return out.count(size) > most_elements ? std::nullopt : std::optional(out);
}

}  // namespace hardbop::c
