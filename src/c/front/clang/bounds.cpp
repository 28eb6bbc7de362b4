// SPDX-License-Identifier: MIT
// Subscripts that leave a part of an object, and stay in the object: beyond a row of an array of
// arrays, or beyond a member that others follow. An address alone may be formed, so what is noted
// with a place is checked where the place is read or written. The last member of what a pointer
// points to may be larger than it is declared: that is how arrays of variable length were written
// before C had them.
#include "c/front/clang/translator.hpp"

namespace hardbop::c {

using words::Op;

namespace {

const clang::Expr* without_parentheses(const clang::Expr* expression) {
  expression = expression->IgnoreParens();
  while (const auto* cast = clang::dyn_cast<clang::CastExpr>(expression)) {
    if (cast->getCastKind() != clang::CK_NoOp) break;
    expression = cast->getSubExpr()->IgnoreParens();
  }
  return expression;
}

bool is_last_member(const clang::FieldDecl* field) {
  const clang::FieldDecl* last = nullptr;
  for (const clang::FieldDecl* one : field->getParent()->fields()) last = one;
  return field == last;
}

std::string count_text(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " element" : " elements");
}

}  // namespace

/// Null where it is of a pointer.
const clang::Expr* Translator::subscripted_array(const clang::ArraySubscriptExpr* expression) {
  const auto* decay = clang::dyn_cast<clang::CastExpr>(expression->getBase()->IgnoreParens());
  if (decay == nullptr || decay->getCastKind() != clang::CK_ArrayToPointerDecay) return nullptr;
  return without_parentheses(decay->getSubExpr());
}

/// Whether a part of an object may be the last one, and larger than it is declared. Members of
/// unions are not checked.
bool Translator::may_be_last(const clang::Expr* part) const {
  part = without_parentheses(part);
  if (const auto* member = clang::dyn_cast<clang::MemberExpr>(part)) {
    const auto* field = clang::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (field == nullptr || field->getParent()->isUnion()) return true;
    if (!is_last_member(field)) return false;
    return member->isArrow() || may_be_last(member->getBase());
  }
  const auto* element = clang::dyn_cast<clang::ArraySubscriptExpr>(part);
  const clang::Expr* array = element == nullptr ? nullptr : subscripted_array(element);
  if (array == nullptr) return true;
  const auto* type = context_->getAsConstantArrayType(array->getType());
  return type != nullptr && type->getSize().ule(1) && may_be_last(array);
}

/// How many elements an array has that is part of an object; nothing where it may have more.
std::optional<ExprId> Translator::count_in_part(const clang::Expr* array) {
  const bool is_row = clang::isa<clang::ArraySubscriptExpr, clang::UnaryOperator>(array);
  if (!is_row && (!clang::isa<clang::MemberExpr>(array) || may_be_last(array))) return std::nullopt;
  if (const auto* fixed = context_->getAsConstantArrayType(array->getType())) {
    if (fixed->getSize().isZero()) return std::nullopt;
    return build_.constant(size_type(), fixed->getSize().getLimitedValue());
  }
  const auto* variable = context_->getAsVariableArrayType(array->getType());
  if (variable == nullptr) return std::nullopt;
  const auto found = lengths_.find(variable->getSizeExpr());
  if (found == lengths_.end()) return std::nullopt;
  return build_.load({build_.address(found->second, 0), size_type()});
}

void Translator::note_bound(const clang::ArraySubscriptExpr* expression, ExprId index,
                            LValue& out) {
  const clang::Expr* array = strict_memory_ ? subscripted_array(expression) : nullptr;
  const std::optional<ExprId> count = array == nullptr ? std::nullopt : count_in_part(array);
  if (!count) return;
  const bool has_sign = is_signed(expression->getIdx()->getType());
  const ExprId wide = build_.resize(index, size_type(), has_sign);
  const ExprId is_within = build_.binary(Op::LessUnsigned, wide, *count);
  if (build_.is_constant(is_within, 1)) return;
  const auto* member = clang::dyn_cast<clang::MemberExpr>(array);
  const std::string what =
      member == nullptr ? "a row" : "member '" + member->getMemberDecl()->getNameAsString() + "'";
  const std::string text = build_.is_constant(*count)
                               ? what + " has " + count_text(build_.expr(*count).value)
                               : what + " has fewer elements";
  out.bounds.push_back({is_within, "subscript out of bounds: " + text});
}

/// What follows may change the variables that the subscripts were computed from.
void Translator::keep_bounds(LValue& place, clang::SourceLocation at) {
  for (LValue::Bound& bound : place.bounds)
    if (!build_.is_constant(bound.is_kept))
      bound.is_kept =
          build_.truth(stabilise(build_.word(bound.is_kept, {8, false, false, false}), at));
}

void Translator::check_bounds(const LValue& place, clang::SourceLocation at) {
  for (const LValue::Bound& bound : place.bounds)
    require(bound.is_kept, bound.text, at, Defect::Memory);
}

}  // namespace hardbop::c
