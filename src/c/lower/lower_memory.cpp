// SPDX-License-Identifier: MIT
// Memory of a model: what has an address, its initial values, and the variables that hold the
// targets of pointers.
#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>

#include "c/il/scopes.hpp"
#include "c/lower/lowering.hpp"

namespace hardbop::c {

using words::BlockId;
using words::Op;

namespace {

/// Of elements of so many bytes.
void set_byte(words::ArrayValue& array, std::uint32_t bytes, std::uint32_t offset,
              std::uint64_t byte) {
  const std::uint64_t index = offset / bytes;
  const unsigned lowest = 8U * (offset % bytes);
  array.write(index, (array.read(index) & ~(std::uint64_t{0xFF} << lowest)) | byte << lowest);
}

}  // namespace

void Lowering::add_regions() {
  for (ObjectId o = 0; o < program_.objects.size(); ++o) {
    const Object& object = program_.objects[o];
    if (object.storage != Object::Storage::Local) add_object(o, no_instance, object.name);
  }
  for (const InstanceId i : instances_.ids()) add_variables(i);
  for (const FunctionId f : program_.functions.ids())
    memory_.add({Pointee::Kind::Function, f.index()}, no_instance, program_.functions[f].name, 1,
                {}, false);
  add_heap();
  set_initial_values();
}

/// Static storage is zero at first.
RegionId Lowering::add_object(ObjectId o, InstanceId i, const std::string& name) {
  const Object& object = program_.objects[o];
  const Pointee what{Pointee::Kind::Object, o};
  const bool is_zero = object.storage != Object::Storage::Local;
  const std::optional<ArrayLayout> layout = layouts_.of_object(o);
  if (layout && memory_.has_room(object.size))
    return memory_.add_array(what, i, name, object.size, *layout, is_zero);
  return memory_.add(what, i, name, object.size, object.cells, is_zero);
}

void Lowering::add_variables(InstanceId i) {
  for (const ObjectId o : function(i).locals) {
    const Object& object = program_.objects[o];
    const Pointee what{Pointee::Kind::Object, o};
    const std::string name = fmt::format("{}::{}{}", function(i).name, object.name, suffix(i));
    const RegionId region = add_object(o, i, name);
    if (dangling_.contains(what) && !is_shared(object.function))
      lifetimes_.add_local(i, region, object.scope, name + ".live");
  }
  for (const Type& result : function(i).results)
    instances_[i].results.push_back(
        build_.new_variable(fmt::format("{}::return{}", function(i).name, suffix(i)), result.bits));
}

bool Lowering::is_shared(FunctionId f) const {
  return bounds_.procedures && calls_.is_recursive(f);
}

void Lowering::set_initial_values() {
  for (ObjectId o = 0; o < program_.objects.size(); ++o) {
    const Object& object = program_.objects[o];
    if (object.storage == Object::Storage::Local) continue;
    const RegionId id = memory_.region_id({Pointee::Kind::Object, o}, no_instance);
    for (const InitialValue& initial : object.initial) set_initial(id, initial);
  }
}

void Lowering::set_initial(RegionId id, const InitialValue& initial) {
  Evaluation evaluation = evaluator_.begin(no_instance);
  const words::ExprId word = evaluator_.value(initial.value, evaluation);
  const Region& region = memory_.regions()[id];
  if (region.array) {
    words::ArrayVariable& array = build_.graph().arrays[*region.array];
    const std::uint64_t value = e().evaluate(word, {}, {});
    for (std::uint32_t k = 0; k < initial.type.bits / 8U; ++k)
      set_byte(*array.initial, region.layout.bytes, initial.offset + k, value >> 8U * k & 0xFFU);
    return;
  }
  Memory::Updates updates;
  const auto address = e().constant(program_.data_model.pointer_bits, region.base + initial.offset);
  (void)memory_.write({address, initial.type, {}, id, true}, word, updates);
  for (const auto& [variable, bits] : updates.variables) set_initial(variable, bits);
}

/// A store of part of a cell mentions the cell's other bits.
void Lowering::set_initial(words::VariableId variable, words::ExprId bits) {
  std::vector<std::uint64_t> values(build_.graph().variables.size());
  values[variable] = *build_.graph().variables[variable].initial;
  build_.graph().variables[variable].initial = e().evaluate(bits, values, {});
}

void Lowering::add_stars() {
  for (const InstanceId i : instances_.ids()) {
    for (const StatementId s : function(i).statements) {
      if (stops(s)) return;
      const Statement& statement = program_.statements[s];
      for (const Place& place : statement.places) {
        add_stars(i, place.address);
        if (!evaluator_.is_aligned(place.address, place.type)) memory_.expect_overlaps();
      }
      for (const ExprId value : statement.values) add_stars(i, value);
    }
  }
}

void Lowering::add_stars(InstanceId i, ExprId id) {
  const Expr& expr = program_.exprs[id];
  for (const ExprId operand : {expr.a, expr.b, expr.c})
    if (operand != none) add_stars(i, operand);
  const std::optional<Evaluator::Dereference> read = evaluator_.dereference(expr);
  if (expr.kind == Expr::Kind::Load && !evaluator_.is_aligned(expr.a, expr.type))
    memory_.expect_overlaps();
  else if (read)
    add_star(i, expr, *read);
}

void Lowering::add_star(InstanceId i, const Expr& expr, const Evaluator::Dereference& read) {
  Evaluation evaluation = evaluator_.begin(i);
  const words::Node& pointer = e().node(evaluator_.value(read.pointer, evaluation));
  if (pointer.op == Op::Variable)
    stars_.add(static_cast<words::VariableId>(pointer.value), read.offset, expr.type,
               points_to_.of(read.pointer));
}

void Lowering::start_stars() {
  const Memory::Updates updates = stars_.start();
  if (updates.empty()) return;
  const BlockId start = build_.new_block();
  build_.assign(start, updates);
  build_.go(start, build_.graph().entry);
  build_.graph().entry = start;
}

void Lowering::assign(BlockId at, Memory::Updates& updates, const std::optional<Write>& only) {
  stars_.follow(updates, only);
  build_.assign(at, updates);
}

}  // namespace hardbop::c
