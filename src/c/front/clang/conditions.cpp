// SPDX-License-Identifier: MIT
// Truth values: && || ! and ?: become operators if their operands have no effects and cannot fail,
// and branches otherwise.
#include "c/front/clang/translator.hpp"

namespace hardbop::c {

using words::Op;

ExprId Translator::truth(const clang::Expr* expression) {
  expression = expression->IgnoreParens();
  if (evaluated_.contains(expression)) return build_.truth(value(expression));
  if (is_floating(expression->getType()) && !is_float(expression->getType()))
    return build_.truth(unsupported_value("floating-point comparison", expression));
  if (const auto* called = clang::dyn_cast<clang::CallExpr>(expression))
    if (const auto known = truth_of_test(called)) return *known;
  if (const auto* unary = clang::dyn_cast<clang::UnaryOperator>(expression);
      unary != nullptr && unary->getOpcode() == clang::UO_LNot)
    return build_.negation(truth(unary->getSubExpr()));
  if (const auto* binary = clang::dyn_cast<clang::BinaryOperator>(expression);
      binary != nullptr && binary->isLogicalOp() && is_plain(expression)) {
    const ExprId a = truth(binary->getLHS());
    const ExprId b = truth(binary->getRHS());
    return build_.binary(binary->getOpcode() == clang::BO_LAnd ? Op::And : Op::Or, a, b);
  }
  return build_.truth(value(expression));
}

/// && || and ! as values: without control flow where nothing can go wrong in them.
ExprId Translator::value_of_logic(const clang::Expr* expression) {
  const Type type = scalar_or_word(expression->getType());
  const bool is_not = clang::isa<clang::UnaryOperator>(expression);
  if (is_not || is_plain(expression)) return build_.word(truth(expression), type);
  const clang::SourceLocation at = expression->getExprLoc();
  const Choice ways = condition(expression);
  const Place result = temporary(type, at);
  build_.add_pending(ways.yes);
  assign(result, build_.constant(type, 1), at);
  const Exits first = build_.take_pending();
  build_.add_pending(ways.no);
  assign(result, build_.constant(type, 0), at);
  build_.add_pending(first);
  return build_.load(result);
}

/// `is_negated`: it stands below an odd number of `!`.
Translator::Choice Translator::condition(const clang::Expr* expression, bool is_negated) {
  const llvm::SaveAndRestore<const clang::Expr*> full(full_, full_ != nullptr ? full_ : expression);
  expression = expression->IgnoreParens();
  if (evaluated_.contains(expression))
    return branch(truth(expression), expression->getExprLoc(), is_negated);
  if (const auto* unary = clang::dyn_cast<clang::UnaryOperator>(expression);
      unary != nullptr && unary->getOpcode() == clang::UO_LNot) {
    Choice inner = condition(unary->getSubExpr(), !is_negated);
    return {std::move(inner.no), std::move(inner.yes)};
  }
  const auto* binary = clang::dyn_cast<clang::BinaryOperator>(expression);
  if (binary == nullptr || !binary->isLogicalOp() || is_plain(expression))
    return branch(truth(expression), expression->getExprLoc(), is_negated);
  const bool is_and = binary->getOpcode() == clang::BO_LAnd;
  Choice first = condition(binary->getLHS(), is_negated);
  build_.add_pending(is_and ? first.yes : first.no);
  Choice second = condition(binary->getRHS(), is_negated);
  Exits& merged = is_and ? second.no : second.yes;
  const Exits& early = is_and ? first.no : first.yes;
  merged.insert(merged.end(), early.begin(), early.end());
  return second;
}

ExprId Translator::value_of_conditional(const clang::AbstractConditionalOperator* expression) {
  const clang::SourceLocation at = expression->getExprLoc();
  const std::optional<Type> type = scalar(expression->getType());
  if (!type)
    return unsupported_value("value of type '" + expression->getType().getAsString() + "'",
                             expression);
  if (const auto* binary = clang::dyn_cast<clang::BinaryConditionalOperator>(expression))
    opaque_[binary->getOpaqueValue()] = stabilise(value(binary->getCommon()), at);
  if (is_plain_choice(expression)) {
    const ExprId which = truth(expression->getCond());
    const ExprId a = value(expression->getTrueExpr());
    return build_.conditional(which, a, value(expression->getFalseExpr()));
  }
  const Choice ways = condition(expression->getCond());
  const Place result = temporary(*type, at);
  build_.add_pending(ways.yes);
  assign(result, value(expression->getTrueExpr()), at);
  const Exits first = build_.take_pending();
  build_.add_pending(ways.no);
  assign(result, value(expression->getFalseExpr()), at);
  build_.add_pending(first);
  return build_.load(result);
}

void Translator::effect_of_conditional(const clang::AbstractConditionalOperator* expression) {
  if (const auto* binary = clang::dyn_cast<clang::BinaryConditionalOperator>(expression))
    opaque_[binary->getOpaqueValue()] =
        stabilise(value(binary->getCommon()), expression->getExprLoc());
  const Choice ways = condition(expression->getCond());
  build_.add_pending(ways.yes);
  effect(expression->getTrueExpr());
  const Exits first = build_.take_pending();
  build_.add_pending(ways.no);
  effect(expression->getFalseExpr());
  build_.add_pending(first);
}

}  // namespace hardbop::c
