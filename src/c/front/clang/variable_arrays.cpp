// SPDX-License-Identifier: MIT
// Types whose size is known only when the program runs: arrays of variable length, arrays of those,
// and pointers to them. A length is computed where C computes it, when control gets to the
// declaration, and kept in a variable.
#include "c/front/clang/translator.hpp"

namespace hardbop::c {

using words::Op;
using Kind = Statement::Kind;

/// Of a type that is written there; one that has a name was measured where that was declared.
void Translator::measure(clang::QualType type, clang::SourceLocation at) {
  while (type->isVariablyModifiedType() && type->getAs<clang::TypedefType>() == nullptr) {
    if (type->isPointerType()) {
      type = type->getPointeeType();
    } else if (const auto* array = context_->getAsVariableArrayType(type)) {
      if (array->getSizeExpr() != nullptr) keep_length(array->getSizeExpr(), at);
      type = array->getElementType();
    } else if (const auto* fixed = context_->getAsConstantArrayType(type)) {
      type = fixed->getElementType();
    } else {
      return;
    }
  }
}

void Translator::keep_length(const clang::Expr* length, clang::SourceLocation at) {
  if (!scalar(length->getType())) return unsupported("length of this type", at);
  const ExprId count = read_once(value(length), at);
  if (is_signed(length->getType()))
    require(build_.binary(Op::LessEqualSigned, build_.constant(build_.expr(count).type, 0), count),
            "variable-length array of negative length", at, Defect::Memory);
  const auto [found, is_new] = lengths_.try_emplace(length, none);
  const Type word = size_type();
  if (is_new) found->second = build_.expr(temporary(word, at).address).object;
  assign({build_.address(found->second, 0), word},
         build_.resize(count, word, is_signed(length->getType())), at);
}

Type Translator::size_type() const {
  return {program_.data_model.pointer_bits, false, false, false};
}

/// Nothing where it is not known.
std::optional<ExprId> Translator::bytes_of(clang::QualType type) {
  const Type word = size_type();
  if (const auto size = size_of(type)) return build_.constant(build_.pointer(), *size);
  std::optional<ExprId> length;
  clang::QualType element;
  if (const auto* array = context_->getAsVariableArrayType(type)) {
    const auto found = lengths_.find(array->getSizeExpr());
    if (found == lengths_.end()) return std::nullopt;
    length = build_.load({build_.address(found->second, 0), word});
    element = array->getElementType();
  } else if (const auto* fixed = context_->getAsConstantArrayType(type)) {
    length = build_.constant(word, fixed->getSize().getLimitedValue());
    element = fixed->getElementType();
  } else {
    return std::nullopt;
  }
  const std::optional<ExprId> size = bytes_of(element);
  if (!size) return std::nullopt;
  return build_.binary(Op::Multiply, *length, *size);
}

/// Of sizeof, where Clang cannot compute it.
std::optional<ExprId> Translator::size_of_variable(const clang::UnaryExprOrTypeTraitExpr* trait) {
  const clang::QualType type = trait->getTypeOfArgument();
  if (trait->getKind() != clang::UETT_SizeOf || !type->isVariablyModifiedType() ||
      type->isPointerType())
    return std::nullopt;
  if (trait->isArgumentType())
    measure(type, trait->getExprLoc());
  else
    effect(trait->getArgumentExpr());
  return bytes_of(type);
}

/// An array of variable length is a pointer to what is allocated when its declaration is reached.
void Translator::declare_variable_length(const clang::VarDecl* variable) {
  const clang::SourceLocation at = variable->getLocation();
  const std::optional<ExprId> size = bytes_of(variable->getType());
  if (!size || variable->hasInit()) return unsupported("this kind of variable-length array", at);
  const auto [found, is_new] = variable_arrays_.try_emplace(variable, none);
  if (is_new) {
    const Place pointer = temporary(build_.pointer(), at);
    found->second = build_.expr(pointer.address).object;
    program_.objects[found->second].name = variable->getNameAsString();
    program_.objects[found->second].is_temporary = false;
  }
  Statement statement;
  statement.kind = Kind::Allocate;
  statement.text = "array";
  statement.values = {*size};
  statement.places = {{build_.address(found->second, 0), build_.pointer()}};
  statement.at = position(at);
  build_.emit(std::move(statement));
}

}  // namespace hardbop::c
