// SPDX-License-Identifier: MIT
// Arithmetic on float and double, as in annex F of C11: each operation rounds to its own type
// (FLT_EVAL_METHOD is 0). A pragma for another rounding than to nearest is unsupported; for the
// function that sets one, see rounding.cpp.
#include <bit>
#include <cmath>

#include "base/expression/float.hpp"
#include "c/front/clang/translator.hpp"

namespace hardbop::c {

using words::Op;
using words::Rounding;

bool Translator::is_float(clang::QualType type) const {
  return scalar_or_word(type).is_float;
}

bool Translator::rounds_as_usual(const clang::Expr* expression) const {
  const auto mode = expression->getFPFeaturesInEffect(context_->getLangOpts()).getRoundingMode();
  return mode == llvm::RoundingMode::NearestTiesToEven || mode == llvm::RoundingMode::Dynamic;
}

/// Whether it converts from or to a number, and that can be followed.
bool Translator::is_float_cast(const clang::CastExpr* cast) const {
  switch (cast->getCastKind()) {
    case clang::CK_FloatingCast:
    case clang::CK_IntegralToFloating:
    case clang::CK_FloatingToIntegral:
    case clang::CK_FloatingToBoolean:
      return scalar(cast->getType()) && scalar(cast->getSubExpr()->getType()) &&
             rounds_as_usual(cast);
    default: return false;
  }
}

ExprId Translator::float_constant(Type type, double number) {
  if (type.bits == 64) return build_.constant(type, std::bit_cast<std::uint64_t>(number));
  return build_.constant(type, std::bit_cast<std::uint32_t>(static_cast<float>(number)));
}

ExprId Translator::negative(ExprId number) {
  const std::uint8_t bits = build_.expr(number).type.bits;
  const Type word{bits, false, false, false};
  return build_.binary(Op::Xor, number, build_.constant(word, std::uint64_t{1} << (bits - 1U)));
}

ExprId Translator::operate_on_floats(clang::BinaryOperatorKind op, ExprId a, ExprId b,
                                     clang::SourceLocation at) {
  const Type integer{32, true, false, false};
  const auto compute = [&](Op computed) {
    const Type type = build_.expr(a).type;
    return build_.is_constant(a) && build_.is_constant(b)
               ? build_.floating(computed, type, Rounding::NearestEven, a, b)
               : rounded(computed, type, a, b, at);
  };
  switch (op) {
    case clang::BO_Add: return compute(Op::FloatAdd);
    case clang::BO_Sub: return compute(Op::FloatSubtract);
    case clang::BO_Mul: return compute(Op::FloatMultiply);
    case clang::BO_Div: return compute(Op::FloatDivide);
    case clang::BO_LT: return build_.word(build_.compare_floats(Op::FloatLess, a, b), integer);
    case clang::BO_GT: return build_.word(build_.compare_floats(Op::FloatLess, b, a), integer);
    case clang::BO_LE: return build_.word(build_.compare_floats(Op::FloatLessEqual, a, b), integer);
    case clang::BO_GE: return build_.word(build_.compare_floats(Op::FloatLessEqual, b, a), integer);
    default: break;
  }
  const ExprId equal = build_.compare_floats(Op::FloatEqual, a, b);
  return build_.word(op == clang::BO_EQ ? equal : build_.negation(equal), integer);
}

ExprId Translator::convert_to_float(ExprId value, Type from, Type to, clang::SourceLocation at) {
  if (from.is_float && from.bits == to.bits) return value;
  const Op of_integer = from.is_signed ? Op::FloatFromSigned : Op::FloatFromUnsigned;
  const Op op = from.is_float ? Op::FloatConvert : of_integer;
  return build_.is_constant(value) ? build_.floating(op, to, Rounding::NearestEven, value)
                                   : rounded(op, to, value, none, at);
}

/// Whether a number without its fraction is one of the type. The least one is compared with itself
/// if the number below it is no float.
ExprId Translator::fits_integer(ExprId number, Type to) {
  const Type type = build_.expr(number).type;
  const int bits = to.is_signed ? to.bits - 1 : to.bits;
  const double least = to.is_signed ? -std::ldexp(1.0, bits) : 0.0;
  const bool has_below = bits < words::float_format(type.bits).fraction || !to.is_signed;
  const ExprId from_below =
      has_below ? build_.compare_floats(Op::FloatLess, float_constant(type, least - 1), number)
                : build_.compare_floats(Op::FloatLessEqual, float_constant(type, least), number);
  const ExprId above = float_constant(type, std::ldexp(1.0, bits));
  return build_.binary(Op::And, from_below, build_.compare_floats(Op::FloatLess, number, above));
}

/// C leaves undefined what other numbers become.
ExprId Translator::convert_to_integer(ExprId number, Type to, clang::SourceLocation at) {
  number = read_once(number, at);
  require(fits_integer(number, to), "conversion of a number that the integer type cannot hold", at);
  return build_.floating(to.is_signed ? Op::FloatToSigned : Op::FloatToUnsigned, to,
                         Rounding::TowardZero, number);
}

}  // namespace hardbop::c
