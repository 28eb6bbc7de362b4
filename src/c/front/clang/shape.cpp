// SPDX-License-Identifier: MIT
// Properties of expressions: does evaluating one change anything, need control flow, possibly fail?
#include "c/front/clang/translator.hpp"

namespace hardbop::c {

bool Translator::contains_label(const clang::Stmt* statement) {
  if (statement == nullptr) return false;
  if (clang::isa<clang::LabelStmt>(statement)) return true;
  for (const clang::Stmt* child : statement->children())
    if (contains_label(child)) return true;
  return false;
}

/// Whether evaluating it changes anything.
bool Translator::modifies(const clang::Stmt* statement) {
  if (statement == nullptr) return false;
  const auto known = modifies_.find(statement);
  if (known != modifies_.end()) return known->second;
  bool result = false;
  if (const auto* called = clang::dyn_cast<clang::CallExpr>(statement)) {
    const clang::FunctionDecl* callee = called->getDirectCallee();
    const std::string name = callee != nullptr ? callee->getNameAsString() : "";
    if (name == "__builtin_expect")
      result = modifies(called->getArg(0));
    else
      result = name != "__builtin_constant_p" && name != "__builtin_object_size";
  } else if (const auto* unary = clang::dyn_cast<clang::UnaryOperator>(statement);
             unary != nullptr && unary->isIncrementDecrementOp()) {
    result = true;
  } else if (const auto* binary = clang::dyn_cast<clang::BinaryOperator>(statement);
             binary != nullptr && binary->isAssignmentOp()) {
    result = true;
  } else if (clang::isa<clang::StmtExpr, clang::VAArgExpr, clang::CompoundLiteralExpr,
                        clang::AtomicExpr>(statement)) {
    result = true;
  } else if (!clang::isa<clang::UnaryExprOrTypeTraitExpr>(statement)) {
    for (const clang::Stmt* child : statement->children()) result = result || modifies(child);
  }
  modifies_[statement] = result;
  return result;
}

/// Whether its value needs no control flow and nothing can go wrong in computing it.
bool Translator::is_plain(const clang::Expr* expression) {
  const auto known = plain_.find(expression);
  if (known != plain_.end()) return known->second;
  const bool result = is_plain_inside(expression->IgnoreParens());
  plain_[expression] = result;
  return result;
}

/// Whether it can be followed, if it is a number.
bool Translator::is_plain_number(const clang::Expr* expression) const {
  return is_float(expression->getType()) || !is_floating(expression->getType());
}

bool Translator::is_plain_inside(const clang::Expr* expression) {
  if (clang::isa<clang::IntegerLiteral, clang::CharacterLiteral, clang::FloatingLiteral,
                 clang::OffsetOfExpr, clang::ImplicitValueInitExpr, clang::DeclRefExpr,
                 clang::OpaqueValueExpr>(expression))
    return true;
  if (clang::isa<clang::UnaryExprOrTypeTraitExpr>(expression))
    return known_value(expression).has_value();
  if (const auto* constant = clang::dyn_cast<clang::ConstantExpr>(expression))
    return is_plain(constant->getSubExpr());
  if (const auto* cast = clang::dyn_cast<clang::CastExpr>(expression)) {
    const auto kind = cast->getCastKind();
    if (kind == clang::CK_LValueToRValue) return is_plain_place(cast->getSubExpr());
    if (kind == clang::CK_ArrayToPointerDecay || kind == clang::CK_FunctionToPointerDecay)
      return is_plain_address(cast->getSubExpr());
    const bool is_simple =
        kind == clang::CK_NoOp || kind == clang::CK_BitCast || kind == clang::CK_NullToPointer ||
        kind == clang::CK_IntegralCast || kind == clang::CK_IntegralToPointer ||
        kind == clang::CK_PointerToIntegral || kind == clang::CK_IntegralToBoolean ||
        kind == clang::CK_PointerToBoolean ||
        (is_float_cast(cast) && kind != clang::CK_FloatingToIntegral);
    return is_simple && is_plain(cast->getSubExpr());
  }
  if (const auto* unary = clang::dyn_cast<clang::UnaryOperator>(expression)) {
    if (unary->getOpcode() == clang::UO_AddrOf) return is_plain_address(unary->getSubExpr());
    return !unary->isIncrementDecrementOp() && !is_checked(unary) &&
           unary->getOpcode() != clang::UO_Deref && is_plain_number(unary->getSubExpr()) &&
           is_plain(unary->getSubExpr());
  }
  if (const auto* binary = clang::dyn_cast<clang::BinaryOperator>(expression))
    return is_plain_binary(binary);
  if (const auto* choice = clang::dyn_cast<clang::ConditionalOperator>(expression))
    return is_plain(choice->getCond()) && is_plain_choice(choice) &&
           is_plain_number(choice->getCond());
  if (const auto* called = clang::dyn_cast<clang::CallExpr>(expression)) {
    const clang::FunctionDecl* callee = called->getDirectCallee();
    return callee != nullptr && callee->getNameAsString() == "__builtin_expect" &&
           is_plain(called->getArg(0));
  }
  return false;
}

/// Whether both values can be computed whichever is chosen.
bool Translator::is_plain_choice(const clang::AbstractConditionalOperator* choice) {
  return is_plain(choice->getTrueExpr()) && is_plain(choice->getFalseExpr()) &&
         !may_read_shared(choice->getTrueExpr()) && !may_read_shared(choice->getFalseExpr());
}

bool Translator::is_plain_binary(const clang::BinaryOperator* expression) {
  if (expression->isAssignmentOp() || expression->getOpcode() == clang::BO_Comma) return false;
  if (is_checked(expression)) return false;
  const clang::Expr* right = expression->getRHS();
  if (expression->isLogicalOp() && may_read_shared(right)) return false;
  if (!is_plain_number(right) || !is_plain_number(expression->getLHS())) return false;
  if (!is_plain(expression->getLHS()) || !is_plain(right)) return false;
  if (is_floating(right->getType())) return rounds_as_usual(expression);
  if (!expression->isMultiplicativeOp() && !expression->isShiftOp()) return true;
  if (expression->getOpcode() == clang::BO_Mul) return true;
  const std::optional<ExprId> known = known_value(right);
  if (!known) return false;
  const std::uint64_t amount = build_.expr(*known).value;
  if (expression->isShiftOp()) return amount < scalar_or_word(expression->getLHS()->getType()).bits;
  return amount != 0;
}

/// Whether reading it cannot fail.
bool Translator::is_plain_place(const clang::Expr* expression) {
  expression = expression->IgnoreParens();
  if (!scalar(expression->getType()) && !expression->getType()->isRecordType() &&
      !expression->getType()->isArrayType())
    return false;
  if (const auto* reference = clang::dyn_cast<clang::DeclRefExpr>(expression))
    return !reference->getDecl()->getType()->isVariablyModifiedType() &&
           !is_absent(reference->getDecl());
  if (const auto* member = clang::dyn_cast<clang::MemberExpr>(expression))
    return !member->isArrow() && is_plain_place(member->getBase());
  const auto* element = clang::dyn_cast<clang::ArraySubscriptExpr>(expression);
  if (element == nullptr) return false;
  const auto* base = clang::dyn_cast<clang::CastExpr>(element->getBase()->IgnoreParens());
  if (base == nullptr || base->getCastKind() != clang::CK_ArrayToPointerDecay) return false;
  const auto* array = context_->getAsConstantArrayType(base->getSubExpr()->getType());
  const std::optional<ExprId> index = known_value(element->getIdx());
  return array != nullptr && index && is_plain_place(base->getSubExpr()) &&
         array->getSize().ugt(build_.expr(*index).value);
}

bool Translator::is_plain_address(const clang::Expr* expression) {
  expression = expression->IgnoreParens();
  if (clang::isa<clang::DeclRefExpr, clang::StringLiteral, clang::PredefinedExpr>(expression))
    return true;
  if (const auto* member = clang::dyn_cast<clang::MemberExpr>(expression))
    return member->isArrow() ? is_plain(member->getBase()) : is_plain_address(member->getBase());
  if (const auto* element = clang::dyn_cast<clang::ArraySubscriptExpr>(expression))
    return is_plain(element->getBase()) && is_plain(element->getIdx());
  const auto* unary = clang::dyn_cast<clang::UnaryOperator>(expression);
  return unary != nullptr && unary->getOpcode() == clang::UO_Deref && is_plain(unary->getSubExpr());
}

}  // namespace hardbop::c
