// SPDX-License-Identifier: MIT
#include "c/front/clang/discarded.hpp"

#include <algorithm>

namespace hardbop::c {

namespace {

/// A variable, or a member of one.
bool is_of_variable(const clang::Expr* place) {
  place = place->IgnoreParens();
  if (const auto* member = clang::dyn_cast<clang::MemberExpr>(place))
    return !member->isArrow() && is_of_variable(member->getBase());
  return clang::isa<clang::DeclRefExpr, clang::CompoundLiteralExpr, clang::StringLiteral>(place);
}

/// Less than the bits of every type that is shifted, and no zero.
bool is_small_number(const clang::Expr* operand) {
  const auto* literal = clang::dyn_cast<clang::IntegerLiteral>(operand->IgnoreParenCasts());
  return literal != nullptr && literal->getValue() != 0 && literal->getValue().ult(32);
}

bool divides_or_shifts(const clang::BinaryOperator* binary) {
  const auto op = binary->getOpcode();
  return (op == clang::BO_Div || op == clang::BO_Rem || op == clang::BO_Shl ||
          op == clang::BO_Shr) &&
         binary->getType()->isIntegerType() && !is_small_number(binary->getRHS());
}

/// What is evaluated of it: of `_Generic` and `__builtin_choose_expr` what was chosen.
const clang::Stmt* evaluated_part(const clang::Stmt* statement) {
  if (const auto* generic = clang::dyn_cast<clang::GenericSelectionExpr>(statement))
    return generic->getResultExpr();
  if (const auto* choose = clang::dyn_cast<clang::ChooseExpr>(statement))
    return choose->getChosenSubExpr();
  const bool is_not = clang::isa<clang::UnaryExprOrTypeTraitExpr, clang::OffsetOfExpr>(statement);
  return is_not ? nullptr : statement;
}

}  // namespace

bool may_fail_itself(const clang::Stmt* statement) {
  if (const auto* binary = clang::dyn_cast<clang::BinaryOperator>(statement))
    return divides_or_shifts(binary);
  const auto* cast = clang::dyn_cast<clang::CastExpr>(statement);
  if (cast == nullptr) return false;
  if (cast->getCastKind() == clang::CK_FloatingToIntegral) return true;
  const clang::Expr* from = cast->getSubExpr();
  return cast->getCastKind() == clang::CK_LValueToRValue && !is_of_variable(from) &&
         !from->getType().isVolatileQualified();
}

bool may_fail(const clang::Stmt* statement) {
  if (statement != nullptr) statement = evaluated_part(statement);
  if (statement == nullptr) return false;
  const auto children = statement->children();
  return may_fail_itself(statement) || std::any_of(children.begin(), children.end(), may_fail);
}

}  // namespace hardbop::c
