// SPDX-License-Identifier: MIT
// Initialisers: for static variables the values that Clang computes, for automatic ones
// assignments.
#include <clang/AST/RecordLayout.h>

#include "c/front/clang/translator.hpp"

namespace hardbop::c {

using words::Op;

namespace {

constexpr std::uint64_t most_assignments = 256;  // more zeros are assigned in a loop

}  // namespace

void Translator::initialise_statically(ObjectId object, const clang::VarDecl* variable) {
  const clang::VarDecl* defining = nullptr;
  if (variable->getAnyInitializer(defining) == nullptr) return;
  const clang::APValue* value = defining->evaluateValue();
  if (value == nullptr || compares_addresses(defining->getInit()) ||
      !add_initial(object, 0, defining->getType(), *value))
    bad_initialisers_.push_back(object);
}

void Translator::set_initial(ObjectId object, std::uint64_t offset, Type type, ExprId value) {
  if (build_.is_constant(value, 0)) return;
  program_.objects[object].initial.push_back({static_cast<std::uint32_t>(offset), type, value});
}

bool Translator::add_initial(ObjectId object, std::uint64_t offset, clang::QualType type,
                             const clang::APValue& value) {
  const std::optional<Type> word = scalar(type);
  switch (value.getKind()) {
    case clang::APValue::None:
    case clang::APValue::Indeterminate: return true;
    case clang::APValue::Int:
      if (!word) return false;
      set_initial(object, offset, *word,
                  build_.constant(*word, value.getInt().extOrTrunc(64).getZExtValue()));
      return true;
    case clang::APValue::Float:
      if (!word) return value.getFloat().isPosZero();
      set_initial(
          object, offset, *word,
          build_.constant(*word, value.getFloat().bitcastToAPInt().zextOrTrunc(64).getZExtValue()));
      return true;
    case clang::APValue::LValue: {
      const std::optional<ExprId> address = constant_address(value);
      if (!address || !word || word->bits != build_.pointer().bits) return false;
      set_initial(object, offset, *word, *address);
      if (build_.is_constant(*address)) note_device(type, build_.expr(*address).value);
      return true;
    }
    case clang::APValue::Array: {
      const auto* array = context_->getAsArrayType(type);
      if (array == nullptr) return false;
      const std::uint64_t size = size_of(array->getElementType()).value_or(0);
      for (unsigned i = 0; i < value.getArraySize(); ++i) {
        const bool is_given = i < value.getArrayInitializedElts();
        if (!is_given && !value.hasArrayFiller()) break;
        const std::size_t before = program_.objects[object].initial.size();
        const auto& element = is_given ? value.getArrayInitializedElt(i) : value.getArrayFiller();
        if (!add_initial(object, offset + i * size, array->getElementType(), element)) return false;
        // Where the filler says zero, it does so for all.
        if (!is_given && program_.objects[object].initial.size() == before) break;
      }
      return true;
    }
    case clang::APValue::Struct:
    case clang::APValue::Union: return add_initial_record(object, offset, type, value);
    default: return false;
  }
}

/// Byte by byte, since words of bit-fields can overlap other members.
void Translator::add_initial_bits(ObjectId object, std::uint64_t offset, std::uint64_t bits,
                                  std::uint32_t shift) {
  const Type byte{8, false, false, false};
  std::vector<InitialValue>& initial = program_.objects[object].initial;
  offset += shift / 8;
  shift %= 8;
  for (std::uint32_t i = 0; 8 * i < 64 + shift; ++i) {
    const std::uint64_t part = (8 * i < shift ? bits << shift : bits >> (8 * i - shift)) & 0xFFU;
    if (part == 0) continue;
    const auto known = std::ranges::find_if(initial, [&](const InitialValue& value) {
      return value.offset == offset + i && value.type == byte;
    });
    if (known == initial.end())
      set_initial(object, offset + i, byte, build_.constant(byte, part));
    else
      known->value = build_.constant(byte, build_.expr(known->value).value | part);
  }
}

bool Translator::add_initial_record(ObjectId object, std::uint64_t offset, clang::QualType type,
                                    const clang::APValue& value) {
  const clang::RecordDecl* record = type->getAsRecordDecl();
  if (record == nullptr) return false;
  record = record->getDefinition();
  const clang::ASTRecordLayout& layout = context_->getASTRecordLayout(record);
  const auto add_field = [&](const clang::FieldDecl* field, const clang::APValue& part) {
    if (!field->isBitField())
      return add_initial(object, offset + layout.getFieldOffset(field->getFieldIndex()) / 8,
                         field->getType(), part);
    if (field->isUnnamedBitField() || !part.isInt()) return true;
    const BitUnit unit = bit_unit(field);
    const auto width = static_cast<words::Width>(field->getBitWidthValue(*context_));
    const std::uint64_t bits = part.getInt().extOrTrunc(64).getZExtValue() & words::mask(width);
    add_initial_bits(object, offset + unit.offset, bits, unit.shift);
    return true;
  };
  if (value.isUnion()) {
    const clang::FieldDecl* field = value.getUnionField();
    return field == nullptr || add_field(field, value.getUnionValue());
  }
  unsigned i = 0;
  for (const clang::FieldDecl* field : record->fields()) {
    if (i >= value.getStructNumFields()) break;
    if (!add_field(field, value.getStructField(i++))) return false;
  }
  return true;
}

std::optional<ExprId> Translator::constant_address(const clang::APValue& value) {
  const clang::APValue::LValueBase base = value.getLValueBase();
  const auto offset = static_cast<std::uint64_t>(value.getLValueOffset().getQuantity());
  if (base.isNull()) return build_.constant(build_.pointer(), offset);
  if (const auto* declaration = base.dyn_cast<const clang::ValueDecl*>()) {
    if (const auto* variable = clang::dyn_cast<clang::VarDecl>(declaration))
      return address_of(variable, offset);
    if (const auto* function = clang::dyn_cast<clang::FunctionDecl>(declaration))
      if (offset == 0) return address_of(function);
    return std::nullopt;
  }
  const auto* expression = base.dyn_cast<const clang::Expr*>();
  if (expression == nullptr) return std::nullopt;
  if (clang::isa<clang::StringLiteral, clang::PredefinedExpr>(expression))
    return build_.address(string_object(expression), offset);
  if (const auto* literal = clang::dyn_cast<clang::CompoundLiteralExpr>(expression))
    return build_.address(static_literal(literal), offset);
  if (const auto* label = clang::dyn_cast<clang::AddrLabelExpr>(expression))
    return build_.plus(address_of_label(label->getLabel()), offset);
  return std::nullopt;
}

ObjectId Translator::string_object(const clang::Expr* expression) {
  const auto* literal = clang::dyn_cast<clang::StringLiteral>(expression);
  if (const auto* predefined = clang::dyn_cast<clang::PredefinedExpr>(expression))
    literal = predefined->getFunctionName();
  const auto [found, is_new] = strings_.try_emplace(literal, none);
  if (!is_new) return found->second;
  std::string name;
  llvm::raw_string_ostream stream(name);
  literal->outputString(stream);
  const ObjectId object = make_object(stream.str(), literal->getType(), Object::Storage::String,
                                      literal->getBeginLoc());
  strings_[literal] = object;
  const auto width = static_cast<std::uint8_t>(literal->getCharByteWidth());
  const Type type{static_cast<std::uint8_t>(width * 8U), false, false, false};
  for (unsigned i = 0; i < literal->getLength(); ++i)
    set_initial(object, std::uint64_t{i} * width, type,
                build_.constant(type, literal->getCodeUnit(i)));
  return object;
}

ObjectId Translator::static_literal(const clang::CompoundLiteralExpr* literal) {
  const auto [found, is_new] = strings_.try_emplace(literal, none);
  if (!is_new) return found->second;
  const ObjectId object =
      make_object("(literal)", literal->getType(), Object::Storage::Global, literal->getBeginLoc());
  strings_[literal] = object;
  clang::Expr::EvalResult result;
  const bool known = literal->getInitializer()->EvaluateAsConstantExpr(result, *context_);
  if (!known || compares_addresses(literal->getInitializer()) ||
      !add_initial(object, 0, literal->getType(), result.Val))
    bad_initialisers_.push_back(object);
  return object;
}

void Translator::initialise(ExprId address, clang::QualType type, const clang::Expr* expression) {
  expression = expression->IgnoreParens();
  const clang::SourceLocation at = expression->getExprLoc();
  if (const auto* constant = clang::dyn_cast<clang::ConstantExpr>(expression))
    return initialise(address, type, constant->getSubExpr());
  if (clang::isa<clang::ImplicitValueInitExpr>(expression)) return zero(address, type, at);
  if (const auto word = scalar(type)) {
    const auto* called = clang::dyn_cast<clang::CallExpr>(expression);
    if (called != nullptr && build_.expr(address).kind == Expr::Kind::Address)
      return call(called, {{address, *word}});
    return assign({address, *word}, value(expression), at);
  }
  if (const auto* list = clang::dyn_cast<clang::InitListExpr>(expression)) {
    if (list->isStringLiteralInit()) return initialise_string(address, type, list->getInit(0));
    if (!list->isSemanticForm() && list->getSemanticForm() != nullptr)
      list = list->getSemanticForm();
    return initialise_list(address, type, list);
  }
  if (type->isArrayType() && clang::isa<clang::StringLiteral, clang::PredefinedExpr>(expression))
    return initialise_string(address, type, expression);
  if (type->isRecordType()) return copy(address, aggregate(expression), type, at);
  if (type->isArrayType() && expression->isLValue())
    return copy(address, place(expression).address, type, at);
  unsupported("initialiser of type '" + type.getAsString() + "'", at);
}

void Translator::initialise_list(ExprId address, clang::QualType type,
                                 const clang::InitListExpr* list) {
  const clang::SourceLocation at = list->getExprLoc();
  if (const auto* array = context_->getAsConstantArrayType(type)) {
    const clang::QualType element = array->getElementType();
    const std::uint64_t size = size_of(element).value_or(0);
    const std::uint64_t length = array->getSize().getZExtValue();
    std::uint64_t i = 0;
    for (; i < list->getNumInits() && i < length; ++i) {
      const clang::Expr* part = list->getInit(static_cast<unsigned>(i));
      if (part == nullptr)
        zero(build_.plus(address, i * size), element, at);
      else
        initialise(build_.plus(address, i * size), element, part);
    }
    return zero_elements(address, element, i, length, at);
  }
  const clang::RecordDecl* record = type->getAsRecordDecl();
  if (record == nullptr) return unsupported("initialiser of type '" + type.getAsString() + "'", at);
  record = record->getDefinition();
  const clang::ASTRecordLayout& layout = context_->getASTRecordLayout(record);
  if (record->isUnion()) zero(address, type, at);
  unsigned i = 0;
  for (const clang::FieldDecl* field : record->fields()) {
    if (field->isUnnamedBitField()) continue;
    if (record->isUnion() && field != list->getInitializedFieldInUnion()) continue;
    if (field->getType()->isIncompleteArrayType()) continue;
    const clang::Expr* part = i < list->getNumInits() ? list->getInit(i) : nullptr;
    ++i;
    const std::uint64_t bits = layout.getFieldOffset(field->getFieldIndex());
    if (!field->isBitField()) {
      const ExprId there = build_.plus(address, bits / 8);
      if (part == nullptr)
        zero(there, field->getType(), at);
      else
        initialise(there, field->getType(), part);
      continue;
    }
    const BitUnit unit = bit_unit(field);
    const LValue target{build_.plus(address, unit.offset),
                        field->getType(),
                        true,
                        {static_cast<std::uint8_t>(unit.bytes * 8U), false, false, false},
                        unit.shift,
                        static_cast<std::uint8_t>(field->getBitWidthValue(*context_))};
    write(target,
          part != nullptr ? value(part) : build_.constant(scalar_or_word(field->getType()), 0), at);
  }
}

void Translator::initialise_string(ExprId address, clang::QualType type,
                                   const clang::Expr* expression) {
  const auto* literal = clang::dyn_cast<clang::StringLiteral>(expression->IgnoreParens());
  if (const auto* predefined = clang::dyn_cast<clang::PredefinedExpr>(expression->IgnoreParens()))
    literal = predefined->getFunctionName();
  const auto* array = context_->getAsConstantArrayType(type);
  const clang::SourceLocation at = expression->getExprLoc();
  if (literal == nullptr || array == nullptr) return unsupported("this kind of initialiser", at);
  const auto width = static_cast<std::uint8_t>(literal->getCharByteWidth());
  const Type word = scalar_or_word(array->getElementType());
  const std::uint64_t length = array->getSize().getZExtValue();
  std::uint64_t i = 0;
  for (; i < literal->getLength() && i < length; ++i)
    assign({build_.plus(address, i * width), word},
           build_.constant(word, literal->getCodeUnit(static_cast<unsigned>(i))), at);
  zero_elements(address, array->getElementType(), i, length, at);
}

void Translator::zero(ExprId address, clang::QualType type, clang::SourceLocation at) {
  if (const auto* array = context_->getAsConstantArrayType(type))
    return zero_elements(address, array->getElementType(), 0, array->getSize().getZExtValue(), at);
  if (count_cells(type) > most_cells)
    return unsupported("initialiser of a very large structure", at);
  for (const Place& cell : places_of(address, type))
    assign(cell, build_.constant(cell.type, 0), at);
}

void Translator::zero_elements(ExprId address, clang::QualType element, std::uint64_t from,
                               std::uint64_t to, clang::SourceLocation at) {
  if (from >= to) return;
  const std::uint64_t size = size_of(element).value_or(0);
  if ((to - from) * count_cells(element) <= most_assignments) {
    for (std::uint64_t i = from; i < to; ++i) zero(build_.plus(address, i * size), element, at);
    return;
  }
  const Place index = temporary(build_.pointer(), at);
  const Type word = build_.pointer();
  assign(index, build_.constant(word, from * size), at);
  const StatementId head = build_.next_statement();
  const ExprId offset = build_.load(index);
  const Choice ways =
      branch(build_.binary(Op::LessUnsigned, offset, build_.constant(word, to * size)), at);
  build_.add_pending(ways.yes);
  zero(build_.binary(Op::Add, address, offset), element, at);
  assign(index, build_.plus(offset, size), at);
  build_.lead(build_.take_pending(), head);
  build_.add_pending(ways.no);
}

}  // namespace hardbop::c
