// SPDX-License-Identifier: MIT
// Signed overflow as an error, if the property asks for it: + - * / % and unary - whose result does
// not fit the type, << of a negative number or into the sign bit (C11 6.5.7). Operands are already
// promoted, so no type narrower than int overflows; conversions never do.
#include "c/front/clang/translator.hpp"
#include "c/il/faults.hpp"

namespace hardbop::c {

using words::Op;

namespace {

/// So many bits hold its magnitude, or that is two to the power of them.
unsigned magnitude_bits(const Builder& build, ExprId a) {
  const Expr& expr = build.expr(a);
  const bool is_extended = expr.kind == Expr::Kind::Operation &&
                           (expr.op == Op::SignExtend || expr.op == Op::ZeroExtend);
  if (!is_extended) return expr.type.bits - 1U;
  const unsigned bits = build.expr(expr.a).type.bits;
  return expr.op == Op::SignExtend ? bits - 1 : bits;
}

/// The upper half of the product of two words, by those of their halves: half a word each, so that
/// no product is more than a word.
ExprId upper_product(Builder& build, ExprId a, ExprId b) {
  const Type type = build.expr(a).type;
  const ExprId half = build.constant(type, type.bits / 2U);
  const ExprId ones = build.constant(type, words::mask(type.bits) >> (type.bits / 2U));
  const auto low = [&](ExprId x) { return build.binary(Op::And, x, ones); };
  const auto high = [&](ExprId x) { return build.binary(Op::ShiftRight, x, half); };
  const auto times = [&](ExprId x, ExprId y) { return build.binary(Op::Multiply, x, y); };
  const auto plus = [&](ExprId x, ExprId y) { return build.binary(Op::Add, x, y); };
  const ExprId first = plus(times(low(a), high(b)), high(times(low(a), low(b))));
  const ExprId second = plus(times(high(a), low(b)), low(first));
  const ExprId upper = plus(times(high(a), high(b)), plus(high(first), high(second)));
  const ExprId zero = build.constant(type, 0);
  const auto if_negative = [&](ExprId x, ExprId y) {
    return build.conditional(build.binary(Op::LessEqualSigned, zero, x), zero, y);
  };
  return build.binary(Op::Subtract, upper, plus(if_negative(a, b), if_negative(b, a)));
}

}  // namespace

/// Only this can overflow in the library's own text, where `div` divides what the program gives.
bool Translator::is_division(const clang::Stmt* statement) {
  const auto* binary = clang::dyn_cast<clang::BinaryOperator>(statement);
  return binary != nullptr &&
         (binary->getOpcode() == clang::BO_Div || binary->getOpcode() == clang::BO_Rem);
}

/// Whether the operator itself can overflow.
bool Translator::is_checked(const clang::Stmt* statement) const {
  if (!checks_overflow()) return false;
  if (is_in_library() && !is_division(statement)) return false;
  const auto is_wide = [&](clang::QualType type) {
    const std::optional<Type> word = scalar(type);
    return word && word->is_signed && word->bits >= 32;
  };
  if (const auto* unary = clang::dyn_cast<clang::UnaryOperator>(statement))
    return (unary->getOpcode() == clang::UO_Minus || unary->isIncrementDecrementOp()) &&
           is_wide(unary->getType());
  const auto* binary = clang::dyn_cast<clang::BinaryOperator>(statement);
  if (binary == nullptr) return false;
  const auto op = binary->isCompoundAssignmentOp()
                      ? clang::BinaryOperator::getOpForCompoundAssignment(binary->getOpcode())
                      : binary->getOpcode();
  if (!clang::BinaryOperator::isAdditiveOp(op) && !clang::BinaryOperator::isMultiplicativeOp(op) &&
      op != clang::BO_Shl)
    return false;
  const auto* compound = clang::dyn_cast<clang::CompoundAssignOperator>(binary);
  return is_wide(compound != nullptr ? compound->getComputationLHSType()
                                     : binary->getLHS()->getType());
}

bool Translator::may_overflow(const clang::Stmt* statement) {
  if (!checks_overflow() || statement == nullptr ||
      clang::isa<clang::UnaryExprOrTypeTraitExpr>(statement))
    return false;
  if (const auto known = overflows_.find(statement); known != overflows_.end())
    return known->second;
  bool result = is_checked(statement);
  for (const clang::Stmt* child : statement->children()) result = result || may_overflow(child);
  overflows_[statement] = result;
  return result;
}

ExprId Translator::is_not_smallest(ExprId a) {
  const Type type = build_.expr(a).type;
  const std::uint64_t smallest = std::uint64_t{1} << (type.bits - 1U);
  return build_.negation(build_.binary(Op::Equal, a, build_.constant(type, smallest)));
}

ExprId Translator::is_not_negative(ExprId a) {
  return build_.binary(Op::LessEqualSigned, build_.constant(build_.expr(a).type, 0), a);
}

/// A product fits where the factor is between quotients, of a constant, and of numbers of few bits;
/// else the upper half of a word of twice the width tells.
ExprId Translator::product_fits(ExprId a, ExprId b) {
  const Type type = build_.expr(a).type;
  if (build_.is_constant(a)) std::swap(a, b);
  if (build_.is_constant(b)) {
    const std::int64_t factor = words::as_signed(build_.expr(b).value, type.bits);
    if (factor == 0 || factor == 1) return build_.constant(Builder::truth_type, 1);
    if (factor == -1) return is_not_smallest(a);
    const auto largest = static_cast<std::int64_t>(words::mask(type.bits) >> 1U);
    const std::int64_t smallest = -largest - 1;
    const std::int64_t from = factor > 0 ? smallest / factor : largest / factor;
    const std::int64_t to = factor > 0 ? largest / factor : smallest / factor;
    const auto word = [&](std::int64_t number) {
      return build_.constant(type, static_cast<std::uint64_t>(number));
    };
    return build_.binary(Op::And, build_.binary(Op::LessEqualSigned, word(from), a),
                         build_.binary(Op::LessEqualSigned, a, word(to)));
  }
  if (magnitude_bits(build_, a) + magnitude_bits(build_, b) + 2 <= type.bits)
    return build_.constant(Builder::truth_type, 1);
  const ExprId product = build_.binary(Op::Multiply, a, b);
  if (type.bits <= 32) {
    const Type wide{static_cast<std::uint8_t>(type.bits * 2U), true, false, false};
    return build_.binary(
        Op::Equal,
        build_.binary(Op::Multiply, build_.resize(a, wide, true), build_.resize(b, wide, true)),
        build_.resize(product, wide, true));
  }
  const ExprId sign =
      build_.binary(Op::ShiftRightSigned, product, build_.constant(type, type.bits - 1U));
  return build_.binary(Op::Equal, upper_product(build_, a, b), sign);
}

/// Adding a constant fits up to some number, or from some number on.
ExprId Translator::sum_fits(ExprId a, std::int64_t added) {
  const Type type = build_.expr(a).type;
  const auto largest = static_cast<std::int64_t>(words::mask(type.bits) >> 1U);
  if (added >= 0)
    return build_.binary(Op::LessEqualSigned, a,
                         build_.constant(type, static_cast<std::uint64_t>(largest - added)));
  return build_.binary(Op::LessEqualSigned,
                       build_.constant(type, static_cast<std::uint64_t>(-largest - 1 - added)), a);
}

/// Whether the result is one of the type.
ExprId Translator::fits(clang::BinaryOperatorKind op, ExprId a, ExprId b) {
  const Type type = build_.expr(a).type;
  if (op == clang::BO_Add && build_.is_constant(a)) std::swap(a, b);
  const bool is_smallest = build_.is_constant(is_not_smallest(b), 0);
  if (build_.is_constant(b) && !is_smallest) {
    const std::int64_t number = words::as_signed(build_.expr(b).value, type.bits);
    if (op == clang::BO_Add) return sum_fits(a, number);
    if (op == clang::BO_Sub) return sum_fits(a, -number);
  }
  switch (op) {
    case clang::BO_Add: {  // operands of one sign, and a sum of the other
      const ExprId sum = build_.binary(Op::Add, a, b);
      return is_not_negative(
          build_.binary(Op::And, build_.binary(Op::Xor, a, sum), build_.binary(Op::Xor, b, sum)));
    }
    case clang::BO_Sub: {
      const ExprId difference = build_.binary(Op::Subtract, a, b);
      return is_not_negative(build_.binary(Op::And, build_.binary(Op::Xor, a, b),
                                           build_.binary(Op::Xor, a, difference)));
    }
    case clang::BO_Mul: return product_fits(a, b);
    case clang::BO_Div:
    case clang::BO_Rem:
      return build_.binary(Op::Or, is_not_smallest(a),
                           build_.negation(build_.binary(
                               Op::Equal, b, build_.constant(type, words::mask(type.bits)))));
    case clang::BO_Shl: {  // the amount is less than the width
      const ExprId amount = build_.resize(b, type, false);
      const ExprId shifted = build_.binary(Op::ShiftLeft, a, amount);
      const ExprId back = build_.binary(Op::ShiftRightSigned, shifted, amount);
      return build_.binary(
          Op::And, is_not_negative(a),
          build_.binary(Op::And, is_not_negative(shifted), build_.binary(Op::Equal, back, a)));
    }
    default: return build_.constant(Builder::truth_type, 1);
  }
}

void Translator::check_overflow(clang::BinaryOperatorKind op, ExprId a, ExprId b,
                                clang::SourceLocation at) {
  if (build_.expr(a).type.bits < 32) return;
  fail_unless(fits(op, a, b), at);
}

void Translator::check_negation(ExprId a, clang::SourceLocation at) {
  fail_unless(is_not_smallest(a), at);
}

void Translator::fail_unless(ExprId condition, clang::SourceLocation at) {
  const Choice ways = branch(condition, at);
  if (ways.no.empty()) return build_.add_pending(ways.yes);
  build_.add_pending(ways.no);
  const StatementId error = emit(Statement::Kind::Error, at, signed_overflow);
  program_.statements[error].full = position(full_ != nullptr ? full_->getBeginLoc() : at);
  build_.add_pending(ways.yes);
}

}  // namespace hardbop::c
