// SPDX-License-Identifier: MIT
// Undefined functions, and what the environment must know about types to model them.
#include <clang/Basic/SourceManager.h>

#include "c/front/clang/translator.hpp"

namespace hardbop::c {

using Kind = Statement::Kind;

namespace {

constexpr std::size_t most_parts = 4096;  // of an object: pointers are made to no others

}  // namespace

// Calls

/// One sentence for all functions that are defined nowhere.
void Translator::assume_environment() {
  std::string names;
  for (const std::string& name : program_.undefined) names += (names.empty() ? "" : ", ") + name;
  if (names.empty()) return;
  if (undefined_ == Undefined::Pure)
    return note_assumption("undefined functions return any value and do nothing else: " + names);
  note_assumption("undefined functions behave as described for COptions::undefined havoc: " +
                  names);
}

/// Numbers that are too short for an address are not kept.
void Translator::add_argument(const clang::CallExpr* expression, unsigned index, Statement& call) {
  const clang::Expr* argument = expression->getArg(index);
  const clang::QualType type = argument->getType();
  const clang::SourceLocation at = argument->getExprLoc();
  bool changes_later = false;
  for (unsigned k = index + 1; k < expression->getNumArgs(); ++k)
    changes_later = changes_later || modifies(expression->getArg(k));
  std::vector<ExprId> cells;
  const auto word = scalar(type);
  if (type->isRecordType()) {
    const ExprId source = aggregate(argument);
    for (const Place& cell : places_of(source, type)) cells.push_back(build_.load(cell));
  } else if (word && !is_floating(type) && word->bits >= program_.data_model.pointer_bits) {
    cells.push_back(build_.resize(value(argument), build_.pointer(), false));
  } else {
    return effect(argument);
  }
  for (const ExprId cell : cells) call.values.push_back(changes_later ? stabilise(cell, at) : cell);
  for (const Target& target : targets_of(type)) call.targets.push_back(target);
  if (!type->isRecordType()) return;
  for (const ExprId held : words_of_bytes(type, cells)) {
    call.values.push_back(changes_later ? stabilise(held, at) : held);
    call.targets.emplace_back();
  }
}

/// Pointers that a union may hold, whose cells are bytes.
std::vector<ExprId> Translator::words_of_bytes(clang::QualType type,
                                               const std::vector<ExprId>& values) {
  const std::vector<Cell> cells = cells_of(type);
  const std::size_t bytes = program_.data_model.pointer_bits / 8U;
  std::vector<ExprId> out;
  for (std::size_t i = 0; i + bytes <= cells.size(); ++i) {
    const auto is_next = [&](std::size_t k) {
      return cells[i + k].type.bits == 8 && cells[i + k].offset == cells[i].offset + k;
    };
    bool is_word = true;
    for (std::size_t k = 0; k < bytes; ++k) is_word = is_word && is_next(k);
    if (!is_word) continue;
    const ExprId first = program_.exprs[values[i]].a;  // of a Load
    out.push_back(build_.load({first, build_.pointer()}));
  }
  return out;
}

void Translator::call_environment(const clang::CallExpr* expression, const std::string& name,
                                  const std::vector<Place>& results) {
  Statement call;
  for (unsigned i = 0; i < expression->getNumArgs(); ++i) add_argument(expression, i, call);
  call.places = results;
  call_environment(std::move(call), name, expression->getType(), expression->getExprLoc());
}

void Translator::call_environment(Statement call, const std::string& name, clang::QualType result,
                                  clang::SourceLocation at) {
  if (undefined_ == Undefined::Refuse) return unsupported("call of undefined function " + name, at);
  std::vector<std::string>& all = program_.undefined;
  if (std::ranges::find(all, name) == all.end()) all.push_back(name);
  if (!watched_.contains(name)) remark_once("function '" + name + "' has no definition", at);
  if (undefined_ == Undefined::Pure) {
    for (const Place& place : call.places) arbitrary(place, name, at);
    if (call.places.empty()) emit(Kind::Skip, at, name);
    return;
  }
  if (!call.places.empty())
    for (const Target& target : targets_of(result)) call.targets.push_back(target);
  call.targets.resize(call.values.size() + call.places.size());
  call.kind = Kind::Environment;
  call.text = name;
  call.at = position(at);
  build_.emit(std::move(call));
}

// Types

std::uint32_t Translator::number_of(clang::QualType type) {
  const clang::QualType plain = type.getCanonicalType().getUnqualifiedType();
  const auto [place, is_new] = type_numbers_.try_emplace(
      plain.getAsString(), static_cast<std::uint32_t>(pointed_types_.size()));
  if (is_new) {
    PointedType& made = pointed_types_.emplace_back();
    made.is_byte = plain->isVoidType() || plain->isAnyCharacterType();
    made.is_function = plain->isFunctionType();
  }
  PointedType& known = pointed_types_[place->second];
  if (known.size == 0 && !plain->isVoidType() && !known.is_function)  // another file may define it
    known.size = static_cast<std::uint32_t>(size_of(plain).value_or(0));
  return place->second;
}

Target Translator::target_of(clang::QualType pointer) {
  const clang::QualType type = pointer.getCanonicalType().getAtomicUnqualifiedType();
  if (!type->isPointerType()) return {};
  const clang::QualType to = type->getPointeeType();
  return {number_of(to), context_->getBaseElementType(to).isConstQualified()};
}

/// By cell.
std::vector<Target> Translator::targets_of(clang::QualType type) {
  std::vector<Target> out;
  if (scalar(type)) {
    out.push_back(target_of(type));
    return out;
  }
  std::vector<Part> parts;
  add_parts(type, 0, false, parts);
  for (const Cell& cell : cells_of(type)) {
    Target& target = out.emplace_back();
    if (!cell.type.is_pointer) continue;
    for (const Part& part : parts)
      if (part.offset == cell.offset && part.target.type != none) target = part.target;
  }
  return out;
}

void Translator::add_parts(clang::QualType type, std::uint32_t offset, bool is_constant,
                           std::vector<Part>& out) {
  type = type.getCanonicalType();
  if (out.size() >= most_parts || !size_of(type)) return;
  is_constant = is_constant || context_->getBaseElementType(type).isConstQualified();
  out.push_back({offset, number_of(type), target_of(type), is_constant});
  if (const auto* array = context_->getAsConstantArrayType(type)) {
    const clang::QualType element = array->getElementType();
    const std::uint64_t step = size_of(element).value_or(0);
    const std::uint64_t length =
        std::min<std::uint64_t>(array->getSize().getLimitedValue(most_parts), most_parts);
    for (std::uint64_t i = 0; i < length; ++i)
      add_parts(element, offset + static_cast<std::uint32_t>(i * step), is_constant, out);
    return;
  }
  const clang::RecordDecl* record = type->getAsRecordDecl();
  if (record == nullptr || record->getDefinition() == nullptr) return;
  record = record->getDefinition();
  for (const clang::FieldDecl* field : record->fields())
    if (!field->isBitField())
      add_parts(field->getType(),
                offset + static_cast<std::uint32_t>(context_->getFieldOffset(field) / 8),
                is_constant, out);
}

std::vector<Part> Translator::parts(ObjectId object) {
  std::vector<Part> out;
  const auto found = types_of_objects_.find(object);
  if (found == types_of_objects_.end()) return out;
  const std::size_t unit = unit_;
  use_unit(found->second.unit);
  add_parts(found->second.type, 0, false, out);
  use_unit(unit);
  return out;
}

std::uint32_t Translator::type_of(FunctionId function) {
  const auto found = types_of_functions_.find(function);
  if (found == types_of_functions_.end()) return none;
  const std::size_t unit = unit_;
  use_unit(found->second.unit);
  const std::uint32_t id = number_of(found->second.type);
  use_unit(unit);
  return id;
}

}  // namespace hardbop::c
