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

bool is_not_evaluated(const clang::Stmt* statement) {
  return clang::isa<clang::UnaryExprOrTypeTraitExpr, clang::OffsetOfExpr,
                    clang::GenericSelectionExpr, clang::ChooseExpr>(statement);
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
  if (statement == nullptr || is_not_evaluated(statement)) return false;
  const auto children = statement->children();
  return may_fail_itself(statement) || std::any_of(children.begin(), children.end(), may_fail);
}

}  // namespace hardbop::c
