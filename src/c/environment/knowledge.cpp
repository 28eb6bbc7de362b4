// SPDX-License-Identifier: MIT
// The type of an object says where its pointers are. Allocated memory, and the object that the
// environment creates, consist of bytes: there, a pointer may be wherever the program reads or
// writes one.
//
// A local of a non-recursive function has the same address whenever it exists. A local of a
// recursive function, or a heap block, has a new address each time, which is kept in a slot.
#include "c/environment/knowledge.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "c/il/scopes.hpp"
#include "c/memory/numbers.hpp"

namespace hardbop::c {

using words::Op;

namespace {

std::uint32_t bytes_of(Type type) {
  return type.bits / 8U;
}

/// Where pointers may be copied to as the bytes that unions consist of.
Pointees find_copied_bytes(const Program& program, const PointsTo& points_to) {
  Pointees out;
  for (const Statement& statement : program.statements)
    if (statement.kind == Statement::Kind::Assign && statement.places[0].type.bits == 8 &&
        !points_to.of(statement.values[0]).empty())
      for (const Pointee& to : points_to.of(statement.places[0].address)) out.insert(to);
  return out;
}

}  // namespace

Knowledge::Knowledge(Program& program, Shapes& shapes, Builder& build, ObjectId fresh)
    : program_(program),
      shapes_(shapes),
      build_(build),
      fresh_(fresh),
      points_to_(program),
      calls_(program, points_to_),
      stores_numbers_(stores_pointers_as_numbers(program, points_to_)),
      copied_to_(find_copied_bytes(program, points_to_)) {
  has_numbers_ = stores_numbers_ || !copied_to_.empty();
  find_accesses();
  const Pointee fresh_one{Pointee::Kind::Object, fresh};
  for (const Pointee& what : points_to_.known())
    if (what != fresh_one) add(what);
  size_fresh();
  add(fresh_one);
  add_flags();
}

/// It is as large as what pointers to it can be to; where none is made, there is nothing.
void Knowledge::size_fresh() {
  for (const Statement& statement : program_.statements)
    if (statement.kind == Statement::Kind::Environment)
      for (std::size_t i = 0; i < statement.places.size(); ++i)
        if (statement.places[i].type.is_pointer)
          note_made(statement.targets[statement.values.size() + i]);
  for (const Known& item : all_) {
    if (item.can_be_written)
      for (const PointerWord& word : item.stores) note_made(word.target);
    if (item.what.kind == Pointee::Kind::Function)
      for (const Place& parameter : program_.functions[item.what.function()].parameters)
        if (parameter.type.is_pointer) note_made(target_of(parameter));
  }
  if (!makes_pointers_) return;
  Object& object = program_.objects[fresh_];
  object.size = (std::min(fresh_bytes_, largest_fresh) + 7U) / 8U * 8U;
  for (std::uint32_t i = 0; i < object.size; ++i)
    object.cells.push_back({i, {8, false, false, false}, fmt::format("[{}]", i)});
}

void Knowledge::note_made(const Target& target) {
  makes_pointers_ = true;
  if (target.type != none) fresh_bytes_ = std::max(fresh_bytes_, shapes_.type(target.type).size);
}

Target Knowledge::target_of(const Place& parameter) {
  const Expr& address = build_.expr(parameter.address);
  for (const Part& part : shapes_.parts(address.object))
    if (part.offset == address.value && part.target.type != none) return part.target;
  return {};
}

ObjectId Knowledge::add_global(const std::string& name, Type type) {
  const auto id = static_cast<ObjectId>(program_.objects.size());
  Object object;
  object.name = name;
  object.is_temporary = true;
  object.size = bytes_of(type);
  object.cells = {{0, type, ""}};
  program_.objects.push_back(std::move(object));
  return id;
}

ExprId Knowledge::flag(ObjectId object) {
  return build_.truth(build_.load({build_.address(object, 0), flag_type}));
}

std::vector<std::size_t> Knowledge::among(const Pointees& pointees) const {
  std::vector<std::size_t> out;
  for (const Pointee& pointee : pointees)
    if (const auto found = by_pointee_.find(pointee); found != by_pointee_.end())
      out.insert(out.end(), found->second.begin(), found->second.end());
  return out;
}

std::uint32_t Knowledge::piece_size(const Statement& allocate) const {
  const Expr& size = program_.exprs[allocate.values[0]];
  if (is_automatic(allocate) || size.kind != Expr::Kind::Constant || size.value > largest_piece)
    return none;
  return static_cast<std::uint32_t>(size.value);
}

// Where pointers are in memory without types

void Knowledge::find_accesses() {
  for (const FunctionId f : program_.functions.ids()) {
    if (!points_to_.reached()[f]) continue;
    for (const StatementId s : program_.functions[f].statements)
      for (const Place& place : program_.statements[s].places)
        if (place.type.is_pointer) note_access(place.address);
  }
  for (const Expr& expr : program_.exprs)
    if (expr.kind == Expr::Kind::Load && expr.type.is_pointer) note_access(expr.a);
}

/// The address is taken for that of the object's start, plus a constant.
void Knowledge::note_access(ExprId address) {
  const Expr& expr = program_.exprs[address];
  if (expr.kind == Expr::Kind::Address || expr.kind == Expr::Kind::Constant) return;
  std::optional<std::uint64_t> offset;
  if (expr.kind == Expr::Kind::Load) offset = 0;
  if (expr.kind == Expr::Kind::Operation && expr.op == Op::Add &&
      program_.exprs[expr.b].kind == Expr::Kind::Constant &&
      program_.exprs[expr.a].kind == Expr::Kind::Load)
    offset = program_.exprs[expr.b].value;
  for (const Pointee& pointee : points_to_.of(address)) {
    if (pointee.kind == Pointee::Kind::Function) continue;
    if (pointee.kind == Pointee::Kind::Object && pointee.id != fresh_) continue;
    Accesses& accesses = accesses_[pointee];
    if (offset && *offset < largest_piece)
      accesses.offsets.insert(static_cast<std::uint32_t>(*offset));
    else
      accesses.anywhere = true;
  }
}

/// A pointer that is stored in the middle of an array could be anywhere: all aligned words lead on
/// where there is one at all.
void Knowledge::add_untyped_words(Known& item, const Pointees& held) {
  const Accesses& accesses = accesses_[item.what];
  const std::uint32_t bytes = program_.data_model.pointer_bits / 8U;
  const bool has_pointers =
      accesses.anywhere || !accesses.offsets.empty() || (has_numbers_ && !held.empty());
  for (std::uint32_t offset = 0; offset < item.size;) {
    const bool fits = offset % bytes == 0 && offset + bytes <= item.size;
    if (fits && has_pointers) item.leads.push_back({offset, {}, held});
    if (fits && (accesses.anywhere || accesses.offsets.contains(offset))) {
      item.stores.push_back({offset, {}, held});
      offset += bytes;
      continue;
    }
    item.numbers.push_back({offset, {8, false, false, false}, ""});
    ++offset;
  }
}

// Items

void Knowledge::add(const Pointee& what) {
  switch (what.kind) {
    case Pointee::Kind::Function: return add_function(what.function());
    case Pointee::Kind::Object: return add_object(what.id);
    case Pointee::Kind::Heap: return add_heap(what.id);
  }
}

void Knowledge::add_function(FunctionId f) {
  Known item;
  item.what = {Pointee::Kind::Function, f.index()};
  item.base = build_.function_address(f);
  item.size = 1;
  item.is_single = true;
  item.can_be_written = false;
  by_pointee_[item.what].push_back(all_.size());
  all_.push_back(std::move(item));
}

void Knowledge::add_object(ObjectId id) {
  const Object object = program_.objects[id];
  if (!object.has_cells && !points_to_.held(id, 0).empty()) is_too_large_ = true;
  if (object.storage == Object::Storage::String || !object.has_cells || object.size == 0) return;
  Known item;
  item.what = {Pointee::Kind::Object, id};
  item.base = build_.address(id, 0);
  item.size = object.size;
  item.is_single = object.cells.size() == 1;
  item.is_external = object.is_external;
  item.can_be_written = !object.is_constant;
  if (id == fresh_) {
    add_untyped_words(item, points_to_.held(id, 0));
  } else {
    item.parts = shapes_.parts(id);
    add_words(item, object);
  }
  if (object.storage == Object::Storage::Local) {
    const FunctionId f = object.function;
    if (!activity_.contains(f))
      activity_[f] = add_global(fmt::format("$active{}", f.index()), flag_type);
    item.alive = flag(activity_[f]);
    locals_[f].push_back(all_.size());
    if (is_recursive(f)) {
      item.slot = add_global(fmt::format("$address{}", id), build_.pointer());
      item.base = build_.load({build_.address(item.slot, 0), build_.pointer()});
    }
  }
  by_pointee_[item.what].push_back(all_.size());
  all_.push_back(std::move(item));
}

/// Cells by what they hold. Those of unions are bytes, which a pointer may consist of.
void Knowledge::add_words(Known& item, const Object& object) {
  const std::uint32_t bytes = program_.data_model.pointer_bits / 8U;
  std::map<std::uint32_t, Target> targets;
  std::set<std::uint32_t> constants;
  const bool is_whole_constant = !item.parts.empty() && item.parts.front().is_constant;
  for (const Part& part : item.parts) {
    if (part.target.type != none) targets.emplace(part.offset, part.target);
    if (part.is_constant) constants.insert(part.offset);
  }
  for (std::size_t i = 0; i < object.cells.size(); ++i) {
    const Cell& cell = object.cells[i];
    const Pointees& held = points_to_.held(item.what.id, i);
    const auto target = targets.find(cell.offset);
    const PointerWord word{cell.offset, target == targets.end() ? Target() : target->second, held};
    // Bytes may be those of a union, which has members that are not const, too.
    const bool is_constant =
        is_whole_constant || (cell.type.bits > 8 && constants.contains(cell.offset));
    if (cell.type.is_pointer && !is_constant) item.stores.push_back(word);
    if (!cell.type.is_pointer && !is_constant) item.numbers.push_back(cell);
    const bool is_word = bytes_of(cell.type) >= bytes;
    const bool starts_word = bytes_of(cell.type) == 1 && i + bytes <= object.cells.size() &&
                             object.cells[i + bytes - 1].offset == cell.offset + bytes - 1;
    if (!held.empty() && is_word) item.leads.push_back(word);
    if (!held.empty() && starts_word) item.leads.push_back({cell.offset, {}, held});
  }
}

/// Whether pointers are read from where their bytes were copied to.
bool Knowledge::rebuilds_pointers() const {
  const auto is_copied = [&](const Pointee& what) { return copied_to_.contains(what); };
  return std::ranges::any_of(program_.exprs, [&](const Expr& expr) {
    return expr.kind == Expr::Kind::Load && expr.type.is_pointer &&
           std::ranges::any_of(points_to_.of(expr.a), is_copied);
  });
}

/// Whether a block of any size holds no pointers, and its size can be read again after the block
/// was made: that changes nothing that the size is computed from.
bool Knowledge::is_plain_block(StatementId allocate) const {
  const Statement& statement = program_.statements[allocate];
  const Pointee what{Pointee::Kind::Heap, allocate};
  const Expr& place = program_.exprs[statement.places[0].address];
  const bool has_pointers =
      accesses_.contains(what) || copied_to_.contains(what) ||
      ((stores_numbers_ || rebuilds_pointers()) && !points_to_.held_by_heap(allocate).empty());
  if (is_automatic(statement) || has_pointers || place.kind != Expr::Kind::Address) return false;
  const auto is_other = [&](const Expr& load) {
    const Expr& from = program_.exprs[load.a];
    return from.kind == Expr::Kind::Address ? from.object != place.object
                                            : program_.objects[place.object].is_temporary;
  };
  std::vector<ExprId> open{statement.values[0]};
  while (!open.empty()) {
    const Expr& expr = program_.exprs[open.back()];
    open.pop_back();
    if (expr.kind == Expr::Kind::Load && !is_other(expr)) return false;
    for (const ExprId part : {expr.a, expr.b, expr.c})
      if (part != none) open.push_back(part);
  }
  return true;
}

void Knowledge::add_heap(StatementId allocate) {
  const std::uint32_t size = piece_size(program_.statements[allocate]);
  auto& pieces = heap_[allocate];
  if (size == 0 || (size == none && !is_plain_block(allocate))) return;
  for (std::uint32_t k = 0; k < most_pieces; ++k) {
    Known item;
    item.what = {Pointee::Kind::Heap, allocate};
    item.slot = add_global(fmt::format("$piece{}_{}", allocate, k), build_.pointer());
    item.base = build_.load({build_.address(item.slot, 0), build_.pointer()});
    item.alive = build_.truth(item.base);
    if (size == none) {
      Type bytes = build_.pointer();
      bytes.is_pointer = false;
      item.length = add_global(fmt::format("$length{}_{}", allocate, k), bytes);
    } else {
      item.size = size;
      add_untyped_words(item, points_to_.held_by_heap(allocate));
    }
    pieces.push_back(all_.size());
    by_pointee_[item.what].push_back(all_.size());
    all_.push_back(std::move(item));
  }
}

// Flags

/// One flag is enough where all pointers are to const, or none is.
void Knowledge::add_flags() {
  std::vector<bool> by_constant(all_.size());
  std::vector<bool> by_other(all_.size());
  const auto note = [&](const Pointees& pointees, bool is_constant) {
    for (const std::size_t i : among(pointees)) (is_constant ? by_constant : by_other)[i] = true;
  };
  for (const Known& item : all_)
    for (const PointerWord& word : item.leads) note(word.pointees, word.target.is_constant);
  for (const Statement& statement : program_.statements)
    if (statement.kind == Statement::Kind::Environment)
      for (std::size_t i = 0; i < statement.values.size(); ++i)
        note(points_to_.of(statement.values[i]), statement.targets[i].is_constant);
  for (const Known& item : all_)
    if (item.what.kind == Pointee::Kind::Function)
      for (std::size_t k = 0; k < program_.functions[item.what.function()].results.size(); ++k)
        note(points_to_.returned(item.what.function(), k), false);
  for (std::size_t i = 0; i < all_.size(); ++i) {
    Known& item = all_[i];
    if (item.is_external) continue;
    if (!by_other[i]) item.can_be_written = false;
    item.known = add_global(fmt::format("$known{}", i), flag_type);
    if (item.can_be_written)
      item.writable =
          by_constant[i] ? add_global(fmt::format("$writable{}", i), flag_type) : item.known;
  }
}

}  // namespace hardbop::c
